"""From the wish to the start: seats, hosts, invitations, computer players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import NoPace, PerMove
from bot.app.match.records import MatchRequest, Place, Receipt
from bot.app.runtime.refusals import WORDS
from bot.app.views.lists import names_match
from db.ids import ChannelId, Key, MatchId
from db.records import Status
from games.core.errors import Refusal
from games.core.seats import Seat
from games.core.words import Words
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene, bare


async def test_a_match_starts_when_its_last_seat_is_taken(scene: Scene) -> None:
    """
    The card shows who sits there; with the last player the match runs and its board is posted in a thread.
    """
    match = await scene.open()
    receipt = await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.relay.pump()

    view = await scene.app.matches.view(match, None)

    assert ["You joined match #1.", "Match #1 has started."] == list(map(scene.words, receipt.told))
    assert Status.RUNNING is view.match.status
    assert ["Ann", "Ben"] == [seat.name for seat in view.seats]
    assert 5001 == view.match.thread
    assert [5001] == [board.place.channel for board in scene.courier.of(Kind.BOARD)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "NO_GAME"),
        ({"seats": 9}, "SEATS"),
        ({"options": {"rule": "yes"}}, "NO_OPTION"),
        ({"game": "hands", "options": {"doubles": "maybe"}}, "BAD_VALUE"),
        ({"pace": PerMove(seconds=1)}, "PACE"),
        ({"pace": NoPace(grace=99999)}, "PACE"),
        ({"computers": ("easy",)}, "NO_LEVEL"),
        ({"game": "brainy", "computers": ("genius",)}, "NO_LEVEL"),
        ({"invite": (BEN, CLEO)}, "TOO_MANY"),
        ({"invite": (ANN,)}, "INVITED_TWICE"),
        ({"seats": 4, "invite": (BEN, BEN)}, "INVITED_TWICE"),
    ],
)
async def test_a_wish_that_cannot_be_had_is_refused(scene: Scene, change: dict[str, Any], code: str) -> None:
    """
    What a match cannot be made of is refused with its reason, and no match is made.
    """
    wish = MatchRequest(**{"game": "season", "seats": 2, **change})

    with pytest.raises(Refusal, match=code) as refusal:
        await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)

    assert scene.words(refusal.value.text)
    assert () == await scene.app.matches.mine(ANN.user)


async def test_in_the_thread_of_a_match_another_is_opened_beside_it(scene: Scene) -> None:
    """
    Its card is posted in the channel of the first and it gets a thread of its own; the answer says where it is.
    """
    first = await scene.match()
    await scene.relay.pump()
    thread = (await scene.app.matches.view(first, None)).match.thread
    assert thread is not None
    wish = MatchRequest(game="season", seats=2)
    receipt = await scene.app.lobby.create(scene.key(), CLEO, place=Place(PLACE.guild, thread), wish=wish)
    second = (await scene.app.matches.view(receipt.match, None)).match

    assert PLACE.channel == second.channel
    assert f"yours is in <#{PLACE.channel}>" in scene.words(receipt.told[1])


async def test_a_direct_message_promises_no_company(scene: Scene) -> None:
    """
    Nobody else sees a match there: the answer says what is possible, and nobody can be invited.
    """
    privately = Place(None, ChannelId(3))
    receipt = await scene.app.lobby.create(scene.key(), ANN, place=privately, wish=MatchRequest(game="brainy", seats=2))
    with pytest.raises(Refusal, match="NO_SERVER"):
        await scene.app.lobby.invite(scene.key(), ANN, match=receipt.match, users=[BEN], keep=True)
    wish = MatchRequest(game="brainy", seats=2, invite=(BEN,))
    with pytest.raises(Refusal, match="NO_SERVER"):
        await scene.app.lobby.create(scene.key(), ANN, place=privately, wish=wish)

    assert "No one else can join it from a direct message" in scene.words(receipt.told[0])
    assert 1 == len(await scene.app.matches.mine(ANN.user))


async def test_a_repeated_request_gets_its_first_receipt(scene: Scene) -> None:
    """
    An interaction delivered twice opens one match, and seats a player once.
    """
    wish = MatchRequest(game="season", seats=3)
    first = await scene.app.lobby.create(Key("a"), ANN, place=PLACE, wish=wish)
    again = await scene.app.lobby.create(Key("a"), ANN, place=PLACE, wish=wish)
    joined = await scene.app.lobby.join(Key("b"), BEN, match=first.match)
    joined_again = await scene.app.lobby.join(Key("b"), BEN, match=first.match)

    assert first == again
    assert bare(joined) == joined_again
    assert 1 == len(await scene.app.matches.mine(BEN.user))


async def test_a_private_match_is_for_guests(scene: Scene) -> None:
    """
    Only who is invited joins a private match; a seat is kept for each guest until it is declined.
    """
    match = await scene.open(seats=2, private=True, invite=(BEN,))
    with pytest.raises(Refusal, match="PRIVATE"):
        await scene.app.lobby.join(scene.key(), CLEO, match=match)
    with pytest.raises(Refusal, match="NOT_INVITED"):
        await scene.app.lobby.decline(scene.key(), CLEO, match=match)
    await scene.app.lobby.decline(scene.key(), BEN, match=match)
    await scene.app.lobby.invite(scene.key(), ANN, match=match, users=(CLEO, CLEO), keep=False)
    receipt = await scene.app.lobby.join(scene.key(), CLEO, match=match)

    assert 2 == len(receipt.told)


async def test_a_kept_seat_is_not_given_to_others(scene: Scene) -> None:
    """
    A free seat that is kept for a guest is refused to others, but a guest takes it.
    """
    match = await scene.open("brainy", seats=2, invite=(BEN,))
    with pytest.raises(Refusal, match="FULL") as refusal:
        await scene.app.lobby.join(scene.key(), CLEO, match=match)
    with pytest.raises(Refusal, match="FULL"):
        await scene.app.lobby.add_computer(scene.key(), ANN, match=match, level="easy")
    with pytest.raises(Refusal, match="FULL"):
        await scene.app.lobby.invite(scene.key(), ANN, match=match, users=(CLEO,), keep=True)
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await scene.app.lobby.invite(scene.key(), ANN, match=match, users=(ANN,), keep=True)
    await scene.app.lobby.join(scene.key(), BEN, match=match)

    assert "kept" in scene.words(refusal.value.text)
    assert Status.RUNNING is (await scene.app.matches.view(match, None)).match.status


async def test_the_card_mentions_guests_once(scene: Scene) -> None:
    """
    Guests are mentioned by the first card; who is invited later is mentioned by a message of its own.
    """
    match = await scene.open(seats=3, invite=(BEN,))
    await scene.relay.pump()
    await scene.app.lobby.invite(scene.key(), ANN, match=match, users=(CLEO,), keep=True)
    await scene.relay.pump()

    assert [(Kind.CARD, (BEN.user,)), (Kind.WORD, (CLEO.user,))] == [
        (notice.kind, notice.mention) for notice in scene.courier.posts
    ]
    assert (BEN.user, CLEO.user) == (await scene.app.matches.view(match, None)).invited
    assert 1 == len(scene.courier.edits)


async def test_who_leaves_frees_the_seat_and_a_host_hands_over(scene: Scene) -> None:
    """
    Seats move up; the next player becomes host; when the last one leaves the match is canceled.
    """
    match = await scene.open(seats=3)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.lobby.leave(scene.key(), CLEO, match=match)
    await scene.app.lobby.leave(scene.key(), ANN, match=match)
    view = await scene.app.matches.view(match, None)
    receipt = await scene.app.lobby.leave(scene.key(), BEN, match=match)

    assert BEN.user == view.match.host
    assert ["Ben", "", ""] == [seat.name for seat in view.seats]
    assert receipt.over
    with pytest.raises(Refusal, match="CANCELLED"):
        await scene.app.lobby.join(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="CANCELLED"):
        await scene.play(match, ANN, "1")


async def test_a_player_who_is_not_host_leaves_quietly(scene: Scene) -> None:
    """
    Nothing but the seat changes.
    """
    match = await scene.open(seats=3)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.lobby.leave(scene.key(), BEN, match=match)

    assert ANN.user == (await scene.app.matches.view(match, None)).match.host


async def test_computer_players_are_seated_and_taken_off_by_the_host(scene: Scene) -> None:
    """
    The one who came last goes first; with the last seat filled the match starts.
    """
    match = await scene.open("brainy", seats=3)
    with pytest.raises(Refusal, match="NO_COMPUTER"):
        await scene.app.lobby.remove_computer(scene.key(), ANN, match=match)
    await scene.app.lobby.add_computer(scene.key(), ANN, match=match, level="easy")
    await scene.app.lobby.remove_computer(scene.key(), ANN, match=match)
    for _ in range(2):
        await scene.app.lobby.add_computer(scene.key(), ANN, match=match, level="easy")
    view = await scene.app.matches.view(match, None)

    line = (await scene.app.matches.list_matches(PLACE))[0]
    words = Words(WORDS, language="de")

    assert ["Ann", "Computer 1 (easy)", "Computer 2 (easy)"] == [seat.name for seat in view.seats]
    assert "Computer 1 (leicht)" == words(line.called[line.names[1]])
    assert names_match(line, "leicht", "de")
    assert not names_match(line, "leicht", "en")
    assert Status.RUNNING is view.match.status


async def test_a_match_of_computers_and_host_starts_at_once(scene: Scene) -> None:
    """
    Where the wish fills all seats nobody has to press anything.
    """
    receipt = await scene.app.lobby.practice(scene.key(), ANN, place=PLACE, game="brainy", level="easy")
    view = await scene.app.matches.view(receipt.match, ANN.user)

    assert Status.RUNNING is view.match.status
    assert (True, False) == (view.match.practice, view.match.guided)


async def test_two_presses_at_once_start_one_guided_match(scene: Scene) -> None:
    """
    Both lead to the same match, which is decided where it is made; others have matches of their own.
    """
    start = partial(scene.app.lobby.guide, place=PLACE, game="brainy", level="easy")
    started = await asyncio.gather(start(scene.key(), ANN), start(scene.key(), ANN))
    of_ben = await start(scene.key(), BEN)
    made = {each.match if isinstance(each, Receipt) else each for each in started}

    assert len(made) == 1
    assert isinstance(of_ben, Receipt)
    assert of_ben.match not in made


async def test_a_guided_match_teaches_and_a_rematch_of_it_does_not(scene: Scene) -> None:
    """
    Who has finished a guided match plays the next one without lessons.
    """
    receipt = await scene.app.lobby.guide(scene.key(), ANN, place=PLACE, game="brainy", level="easy")
    assert isinstance(receipt, Receipt)
    first = await scene.app.matches.view(receipt.match, ANN.user)
    await scene.app.matches.resign(scene.key(), ANN, match=receipt.match)
    again = await scene.app.lobby.rematch(scene.key(), ANN, match=receipt.match)
    second = await scene.app.matches.view(again.match, ANN.user)

    assert [True, False] == [view.match.guided for view in (first, second)]


@pytest.mark.parametrize(
    "act",
    [
        lambda scene, match: scene.app.lobby.add_computer(scene.key(), BEN, match=match, level="easy"),
        lambda scene, match: scene.app.lobby.remove_computer(scene.key(), BEN, match=match),
        lambda scene, match: scene.app.lobby.invite(scene.key(), BEN, match=match, users=(CLEO,), keep=True),
        lambda scene, match: scene.app.lobby.hand_over(scene.key(), BEN, match=match, to=BEN.user),
        lambda scene, match: scene.app.lobby.set_options(scene.key(), BEN, match=match, options={}),
        lambda scene, match: scene.app.lobby.start(scene.key(), BEN, match=match),
        lambda scene, match: scene.app.lobby.cancel(scene.key(), BEN, match=match),
    ],
)
async def test_only_the_host_decides(scene: Scene, act: Callable[[Scene, MatchId], Any]) -> None:
    """
    What concerns everybody is the host's; others are told who that is.
    """
    match = await scene.open(seats=3)
    await scene.app.lobby.join(scene.key(), BEN, match=match)

    with pytest.raises(Refusal, match="NOT_HOST") as refusal:
        await act(scene, match)

    assert scene.words(refusal.value.text).startswith("Only Ann, the host")


async def test_a_host_who_does_not_play_is_still_named(scene: Scene) -> None:
    """
    A match may be opened for others; its host joins or not.
    """
    wish = MatchRequest(game="season", seats=2, join=False)
    match = (await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)).match
    with pytest.raises(Refusal, match="NOT_HOST"):
        await scene.app.lobby.start(scene.key(), BEN, match=match)
    await scene.app.lobby.join(scene.key(), ANN, match=match)

    assert 1 == (await scene.app.matches.mine(ANN.user))[0].free


async def test_the_host_hands_over_to_a_player(scene: Scene) -> None:
    """
    The new host must sit in the match; a match that is over has no use for one.
    """
    match = await scene.open(seats=3)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.lobby.hand_over(scene.key(), ANN, match=match, to=BEN.user)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.lobby.hand_over(scene.key(), ANN, match=match, to=BEN.user)
    await scene.app.lobby.cancel(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="CANCELLED"):
        await scene.app.lobby.hand_over(scene.key(), BEN, match=match, to=ANN.user)

    assert BEN.user == (await scene.app.matches.view(match, None)).match.host


async def test_the_host_changes_options_before_the_start(scene: Scene) -> None:
    """
    What is not named stays; after the start nothing changes.
    """
    match = await scene.open("hands", options={"doubles": False})
    before = (await scene.app.matches.view(match, None)).options
    await scene.app.lobby.set_options(scene.key(), ANN, match=match, options={"doubles": "yes"})
    after = (await scene.app.matches.view(match, None)).options
    await scene.app.lobby.join(scene.key(), BEN, match=match)

    assert (False, True) == (getattr(before, "doubles", None), getattr(after, "doubles", None))
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.lobby.set_options(scene.key(), ANN, match=match, options={})


async def test_the_host_starts_with_the_seats_taken(scene: Scene) -> None:
    """
    Too few players are refused, a seat there is not cannot begin, and seats left free are gone.
    """
    match = await scene.open(seats=4)
    with pytest.raises(Refusal, match="SEATS"):
        await scene.app.lobby.start(scene.key(), ANN, match=match)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="NO_SEAT"):
        await scene.app.lobby.start(scene.key(), ANN, match=match, first=Seat(3))
    await scene.app.lobby.start(scene.key(), ANN, match=match, first=Seat(1))
    view = await scene.app.matches.view(match, None)

    assert 2 == view.match.seats
    assert [1] == [ask.seat for ask in view.asks]


async def test_one_person_in_two_seats_only_for_practice(scene: Scene) -> None:
    """
    In a practice match one may play against oneself; elsewhere the second seat is refused.
    """
    rated = await scene.open(seats=2)
    with pytest.raises(Refusal, match="ALREADY_IN"):
        await scene.app.lobby.join(scene.key(), ANN, match=rated)
    practice = await scene.open(seats=2, practice=True)
    await scene.app.lobby.join(scene.key(), ANN, match=practice)
    view = await scene.app.matches.view(practice, ANN.user)
    first = view.asks[0].seat
    await scene.play(practice, ANN, "1")
    after = await scene.app.matches.view(practice, ANN.user)

    assert ["Ann", "Ann (2)"] == [seat.name for seat in view.seats]
    assert first == view.viewer
    assert 1 - first == after.viewer


async def test_a_full_match_takes_nobody(scene: Scene) -> None:
    """
    A match that has started is not joined any more, nor one that does not exist.
    """
    match = await scene.match()
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.lobby.join(scene.key(), CLEO, match=match)
    with pytest.raises(Refusal, match="NO_MATCH"):
        await scene.app.lobby.join(scene.key(), CLEO, match=MatchId(99))

    full = await scene.open("brainy", seats=2, computers=("easy",), private=True, host=DORA)
    assert Status.RUNNING is (await scene.app.matches.view(full, None)).match.status


async def test_a_rematch_keeps_options_and_seats(scene: Scene) -> None:
    """
    Who played opens the same match again; the others find a seat kept and are mentioned.
    """
    match = await scene.match("hands", options={"doubles": False})
    with pytest.raises(Refusal, match="NOT_OVER"):
        await scene.app.lobby.rematch(scene.key(), ANN, match=match)
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.lobby.rematch(scene.key(), CLEO, match=match)
    first = await scene.app.lobby.rematch(Key("again"), BEN, match=match)
    again = await scene.app.lobby.rematch(Key("again"), BEN, match=match)
    view = await scene.app.matches.view(first.match, None)

    assert first == again
    assert match == view.match.rematch_of
    assert False is getattr(view.options, "doubles", None)
    assert (ANN.user,) == view.invited
    with pytest.raises(Refusal, match="FULL"):
        await scene.app.lobby.join(scene.key(), CLEO, match=first.match)


async def test_an_empty_lobby_refuses_play(scene: Scene) -> None:
    """
    Before the start nothing can be played, looked back at, or stored ahead.
    """
    match = await scene.open()
    for call in (
        scene.play(match, ANN, "1"),
        scene.app.matches.view_at(match, ANN.user, ply=1),
        scene.app.plans.show(ANN, match=match),
        scene.app.drafts.open(ANN, match=match),
        scene.app.matches.resign(scene.key(), ANN, match=match),
    ):
        with pytest.raises(Refusal, match="NOT_STARTED"):
            await call

    assert () == (await scene.app.matches.view(match, ANN.user)).asks
