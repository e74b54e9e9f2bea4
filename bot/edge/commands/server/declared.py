"""What a server can set, topic by topic: the one list from which ``/settings`` tells it and ``/setup`` asks for it."""

from collections.abc import Mapping, Sequence

import discord

from bot.app.changes.server_rules import (
    ENDS,
    OWN_ROLES,
    STAYS,
    TELL_BARRED,
    UTC_NAME,
    list_offered,
    read_list,
    write_list,
)
from bot.app.notifications.languages import LANGUAGE
from bot.app.puzzles.table import begin_of_next
from bot.edge.commands.server.fields import (
    Choice,
    Games,
    Line,
    Pick,
    Topic,
    Values,
    choose_setting,
    choose_switch,
    with_own,
)
from bot.edge.commands.server.zones import ZONES
from bot.edge.languages import language_name, missing_words
from bot.edge.messages.formatting import moment
from bot.edge.words import BULLET, N_, _, join_list, languages
from games.core.moves import Value

NONE, NO_ROLE = N_("None (usual)"), N_("No role (usual)")
NEW = "new"
"""The choice that a forum is made."""

# --- Where matches are played ------------------------------------------------------------------------------


def _tell_place(values: Values, games: Games) -> str:
    if not values["threads"]:
        return _("Matches are played in the channel itself.")
    if values["forum"]:
        return _("Each match gets its own post in {forum}; private ones get a thread.", forum=f"<#{values['forum']}>")
    return _("Each match is played in its own thread.")


def _read_place(values: Values, games: Games) -> list[str]:
    return ["channel"] if not values["threads"] else [] if values["forum"] else ["thread"]


PLACES: Mapping[str, dict[str, Value]] = {
    "thread": {"threads": True, "forum": 0},
    "channel": {"threads": False, "forum": 0},
}

PLACE = Choice(
    name="place",
    label=N_("Where matches are played"),
    lines=lambda values, games: [
        ("thread", _("Each match in its own thread (usual)")),
        ("channel", _("In the channel itself")),
        (NEW, _("In a new forum, which the bot makes")),
    ],
    read=_read_place,
    write=lambda chosen: dict(PLACES[chosen[0]]),
)

# --- What and where ----------------------------------------------------------------------------------------


def _tell_results(values: Values, games: Games) -> str:
    if values["results"]:
        return _("The result of each match is posted in {channel}.", channel=f"<#{values['results']}>")
    return _("Results are posted only where the match was played.")


def _tell_openings(values: Values, games: Games) -> str:
    if values["openings"]:
        return _("{channel} has a list of open matches, always up to date.", channel=f"<#{values['openings']}>")
    return _("Open matches aren't listed in a channel. `/match list which:` shows them.")


def _tell_puzzles(values: Values, games: Games) -> str:
    if values["puzzles"]:
        return _(
            "The puzzle of the day is posted in {channel} soon after {time}. Finished public matches can become "
            "puzzles, without names.",
            channel=f"<#{values['puzzles']}>",
            time=moment(begin_of_next(discord.utils.utcnow()), "t"),
        )
    return _("The puzzle of the day isn't posted.")


def _tell_sharing(values: Values, games: Games) -> str:
    apart = len(read_list(values, "apart"))
    if not values["share"]:
        return _("Open matches aren't shared with other servers.")
    if apart:
        return _(
            "Open matches are shared with other servers that share theirs, except {n, plural, one {# server} "
            "other {# servers}}.",
            n=apart,
        )
    return _("Open matches are shared with other servers that share theirs.")


def _tell_channels(values: Values, games: Games) -> str:
    allowed = read_list(values, "channels")
    if allowed:
        places = join_list(f"<#{channel}>" for channel in allowed)
        return _("Matches and tournaments can be opened only here: {places}.", places=places)
    return _("Matches and tournaments can be opened in every channel.")


def _tell_games(values: Values, games: Games) -> str:
    offered = list_offered(values, games)
    if len(offered) == len(games):
        return _("All games are offered.")
    return _("These games are offered: {titles}.", titles=join_list(game.spec.title for game in offered.values()))


SHARING = choose_switch(
    "share",
    N_("Sharing with other servers"),
    ("no", N_("Not shared (usual)")),
    ("yes", N_("Shared with servers that share theirs")),
)

GAMES = Choice(
    name="games",
    label=N_("Games offered here"),
    lines=lambda values, games: [(key, game.spec.title) for key, game in games.items()],
    read=lambda values, games: list(list_offered(values, games)),
    write=lambda chosen: {"games": write_list(chosen)},
    most=25,
)

# --- Who may do what ---------------------------------------------------------------------------------------


def _tell_hosts(values: Values, games: Games) -> str:
    role = int(values["hosts"])
    if values["matches"] == "anybody":
        return _("Anyone can open matches.")
    if role:
        return _("Members with the role {role} and staff can open matches.", role=f"<@&{role}>")
    return _("Only staff can open matches. Everyone can join them and practice.")


def _tell_organizers(values: Values, games: Games) -> str:
    role = int(values["organisers"])
    if values["events"] == "anybody":
        return _("Anyone can open tournaments.")
    if role:
        return _(
            "Members with the role {role} and people who can manage the server or its events can open tournaments.",
            role=f"<@&{role}>",
        )
    return _("Only people who can manage the server or its events can open tournaments.")


def _tell_staff(values: Values, games: Games) -> str:
    role, reports = int(values["moderators"]), int(values["reports"])
    who = (
        _("Members with the role {role} and people who can manage the server can use `/staff`.", role=f"<@&{role}>")
        if role
        else _("Only people who can manage the server can use `/staff`.")
    )
    where = (
        _("Reports go to {channel}.", channel=f"<#{reports}>")
        if reports
        else _("What players report is listed by `/staff reports`.")
    )
    told = (
        _("People who are barred get a direct message that says why.")
        if values[TELL_BARRED]
        else _("People who are barred get no direct message.")
    )
    return f"{who}\n{where}\n{told}"


def _lines_of_who(values: Values) -> list[Line]:
    return [("anybody", _("Anyone")), ("staff", _("Staff, and the role below"))]


def _tell_roles(values: Values, games: Games) -> str:
    champions, participants = (int(values[name]) for name in ("champions", "participants"))
    lines = [
        _("The winners of a tournament have the role {role} until the next one ends.", role=f"<@&{champions}>")
        if champions
        else "",
        _("People have the role {role} while they take part in a tournament.", role=f"<@&{participants}>")
        if participants
        else "",
        _(OWN_ROLES_NOW[str(values[OWN_ROLES])]) if values[OWN_ROLES] else "",
    ]
    return "\n".join(filter(None, lines)) or _("Tournaments give no roles.")


def _tell_calendar(values: Values, games: Games) -> str:
    if values["calendar"]:
        return _("Announced starts appear among the server's events.")
    return _("Announced starts don't appear among the server's events.")


TOLD = choose_switch(
    TELL_BARRED,
    N_("Direct message to barred people"),
    ("yes", N_("They're told why (usual)")),
    ("no", N_("No message")),
)

OWN_ROLES_NOW = {
    ENDS: N_("Each tournament has a role of its own, which is deleted after its end."),
    STAYS: N_("Each tournament has a role of its own, which stays after its end."),
}
WHOSE = Choice(
    name=OWN_ROLES,
    label=N_("A role for each tournament"),
    lines=lambda values, games: [
        ("none", _("No role for each (usual)")),
        (ENDS, _("One for each, until its end")),
        (STAYS, _("One for each, which stays")),
    ],
    read=lambda values, games: [str(values[OWN_ROLES]) or "none"],
    write=lambda chosen: {OWN_ROLES: "" if chosen[0] == "none" else chosen[0]},
)

CALENDAR = choose_switch(
    "calendar",
    N_("Announced starts as events"),
    ("no", N_("No events (usual)")),
    ("yes", N_("An event for each announced start")),
)

# --- Language, time, limits --------------------------------------------------------------------------------


def _tell_language(values: Values, games: Games) -> str:
    language, zone = str(values[LANGUAGE]), str(values["zone"]) or UTC_NAME
    posts = (
        missing_words(language) or _("Posts are written in this language: {name}.", name=language_name(language))
        if language
        else _("Posts are written in the server's language on Discord, or in English.")
    )
    times = _(
        "Times that people type, like “tomorrow 18:00”, are in {zone}, unless they've set a time zone of their own.",
        zone=zone,
    )
    return f"{posts}\n{times}"


def _tell_limits(values: Values, games: Games) -> str:
    days, most = int(values["expire"]), int(values["open"])
    return "\n".join(
        [
            _("Open matches close after {n, plural, one {# day} other {# days}} if they haven't started.", n=days),
            _("Up to {n, plural, one {# match} other {# matches}} can wait for players in one channel.", n=most),
        ]
    )


def _tell_quiet(values: Values, games: Games) -> str:
    begin, _dash, end = str(values["quiet"]).partition("-")
    if not end:
        return _("People are mentioned at any hour, unless they have quiet hours of their own.")
    zone = str(values["zone"]) or UTC_NAME
    return _("No one is mentioned here from {begin} to {end} ({zone}).", begin=begin, end=end, zone=zone)


QUIET = ("22:00-07:00", "23:00-07:00", "23:00-09:00", "00:00-08:00")
OPEN = (5, 10, 15, 25)
DAYS = (3, 7, 14, 30)


def _lines_of_languages(values: Values) -> list[Line]:
    return [("auto", _("Automatic: same as Discord")), *((tag, language_name(tag)) for tag in languages())]


def _lines_of_numbers(numbers: Sequence[int], sentence: str, own: Value) -> list[Line]:
    return [(str(n), _(sentence, n=n)) for n in sorted({*numbers, int(own)})]


LANGUAGES = Choice(
    name=LANGUAGE,
    label=N_("Language of posts"),
    lines=lambda values, games: _lines_of_languages(values),
    read=lambda values, games: [str(values[LANGUAGE]) or "auto"],
    write=lambda chosen: {LANGUAGE: "" if chosen[0] == "auto" else chosen[0]},
)
ZONE = Choice(
    name="zone",
    label=N_("Time zone"),
    lines=lambda values, games: with_own([(zone, zone.replace("_", " ")) for zone in ZONES], values["zone"] or "UTC"),
    read=lambda values, games: [str(values["zone"]) or UTC_NAME],
    write=lambda chosen: {"zone": chosen[0]},
)
QUIET_HOURS = Choice(
    name="quiet",
    label=N_("Quiet hours"),
    lines=lambda values, games: [
        ("none", _(NONE)),
        *with_own([(hours, hours.replace("-", "–")) for hours in QUIET], values["quiet"] or QUIET[0]),
    ],
    read=lambda values, games: [str(values["quiet"]) or "none"],
    write=lambda chosen: {"quiet": "" if chosen[0] == "none" else chosen[0]},
)

TEXTS = (discord.ChannelType.text, discord.ChannelType.news)

TOPICS = (
    Topic(
        title=N_("Where matches are played"),
        about=N_("A thread keeps matches apart. In a forum, each match is a post with tags: its game and its state."),
        tell=_tell_place,
        fields=(
            PLACE,
            Pick(
                name="forum",
                label=N_("Or a forum you have"),
                empty=N_("No forum (usual)"),
                types=(discord.ChannelType.forum,),
            ),
        ),
    ),
    Topic(
        title=N_("Where results go"),
        about=N_("One channel can show the result of every match. Private and practice matches aren't posted there."),
        tell=_tell_results,
        fields=(Pick(name="results", label=N_("A channel for results"), empty=NONE, types=TEXTS),),
    ),
    Topic(
        title=N_("List of open matches"),
        about=N_("One pinned message shows every match that waits for players, each with a *Join* button."),
        tell=_tell_openings,
        fields=(Pick(name="openings", label=N_("A channel for the list"), empty=NONE, types=TEXTS),),
    ),
    Topic(
        title=N_("Other servers"),
        about=N_(
            "Servers that share see each other's open matches in their lists: game, seats, pace, and the host's name. "
            "People of other servers join as guests and play by direct message; a match with a guest is unrated. "
            "`/settings exclude:` leaves out a server."
        ),
        tell=_tell_sharing,
        fields=(SHARING,),
    ),
    Topic(
        title=N_("Allowed channels"),
        about=N_("Choose channels or whole categories for matches and tournaments. Running matches go on anywhere."),
        tell=_tell_channels,
        fields=(
            Pick(
                name="channels",
                label=N_("Channels and categories"),
                empty=N_("Every channel (usual)"),
                types=(*TEXTS, discord.ChannelType.category),
                many=True,
            ),
        ),
    ),
    Topic(
        title=N_("Which games"),
        about=N_("Other games don't appear in `/play` and can't be opened here."),
        tell=_tell_games,
        fields=(GAMES,),
    ),
    Topic(
        title=N_("Who can open matches"),
        about=N_("Everyone can join open matches and practice against the computer."),
        tell=_tell_hosts,
        fields=(
            choose_setting("matches", N_("Who can open matches"), _lines_of_who),
            Pick(name="hosts", label=N_("A role that can, too"), empty=NO_ROLE),
        ),
    ),
    Topic(
        title=N_("Who can open tournaments"),
        about=N_("A tournament can notify many people, so usually only staff can open one."),
        tell=_tell_organizers,
        fields=(
            choose_setting("events", N_("Who can open tournaments"), _lines_of_who),
            Pick(name="organisers", label=N_("A role that can, too"), empty=NO_ROLE),
        ),
    ),
    Topic(
        title=N_("Roles from tournaments"),
        about=N_(
            "The bot gives a role only if its own role stands above it in the server's list of roles. Roles that it "
            "makes allow nothing by themselves."
        ),
        tell=_tell_roles,
        fields=(
            Pick(name="champions", label=N_("The champions' role"), empty=NO_ROLE),
            Pick(name="participants", label=N_("The participants' role"), empty=NO_ROLE),
            WHOSE,
        ),
    ),
    Topic(
        title=N_("Events"),
        about=N_("Members see coming starts at the top of the server, and Discord reminds those who are interested."),
        tell=_tell_calendar,
        fields=(CALENDAR,),
    ),
    Topic(
        title=N_("Staff"),
        about=N_("A role for your moderators, who don't need “Manage Server”, and a private channel for reports."),
        tell=_tell_staff,
        fields=(
            Pick(name="moderators", label=N_("The moderators' role"), empty=NO_ROLE),
            Pick(name="reports", label=N_("A channel for reports"), empty=NONE, types=TEXTS),
            TOLD,
        ),
    ),
    Topic(
        title=N_("Language and time"),
        about=N_("Private answers follow each person's own language. `/settings zone:` has all time zones."),
        tell=_tell_language,
        fields=(LANGUAGES, ZONE),
    ),
    Topic(
        title=N_("Limits"),
        about=N_("So that forgotten invitations don't fill your channels."),
        tell=_tell_limits,
        fields=(
            choose_setting(
                "open",
                N_("Open matches in one channel"),
                lambda values: _lines_of_numbers(
                    OPEN, N_("Up to {n, plural, one {# open match} other {# open matches}}"), values["open"]
                ),
            ),
            choose_setting(
                "expire",
                N_("Days until an open match closes"),
                lambda values: _lines_of_numbers(
                    DAYS, N_("Closes after {n, plural, one {# day} other {# days}}"), values["expire"]
                ),
            ),
        ),
    ),
    Topic(
        title=N_("Quiet hours"),
        about=N_("Posts still appear, but no one is mentioned until the hours end. Direct messages aren't affected."),
        tell=_tell_quiet,
        fields=(QUIET_HOURS,),
    ),
    Topic(
        title=N_("Puzzle of the day"),
        about=N_(
            "Each day one position in which few turns are good. People solve it in private; the next post has the "
            "solution and how many found it. While this is on, positions of this server's finished public matches "
            "can become puzzles, also on other servers, without names."
        ),
        tell=_tell_puzzles,
        fields=(Pick(name="puzzles", label=N_("A channel for puzzles"), empty=NONE, types=TEXTS),),
    ),
)


def settings_words(values: Values, games: Games) -> str:
    """Return what is set for a server, topic by topic."""
    return "\n".join(f"{BULLET}{line}" for topic in TOPICS for line in topic.tell(values, games).split("\n"))
