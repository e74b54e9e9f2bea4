"""``/privacy``: what is kept, everything about a person as a file, deleting it, and deleting a server's data."""

from discord import app_commands

from bot.app.privacy.deleting import Extent
from bot.edge import limits
from bot.edge.commands.builder import READ, UNQUEUED, Handling
from bot.edge.commands.cog import Cog, command, group
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Responder, Sentence, actor
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.words import _, language
from db.ids import GuildId

SURE = "sure"
"""The value of the second button."""
ROOM = limits.FILE_BYTES - 64 * 1024
"""Bytes of the file with everything about a person, so that the rest of the message has room, too."""


def privacy_group(responder: Responder) -> app_commands.Group:
    """Return the group."""
    return group("privacy", _("What the bot keeps about you: see it, export it, delete it"), Privacy(responder))


class Privacy(Cog):
    """What is kept."""

    @command(_("See what the bot keeps about you, why, and for how long"), handling=READ)
    async def show(self, interaction: Interaction) -> Post:
        """Say what is kept, why and how long."""
        return plain("\n".join(kept_lines()))

    @command(
        _("Get a file with everything the bot keeps about you"),
        handling=Handling(queue=False, alone=True, cost=FILE_COST),
    )
    async def export(self, interaction: Interaction) -> Post:
        """Hand it out."""
        found = await self.services.privacy.exports.export(actor(interaction), most=ROOM, language=language())
        words = [
            _(
                "This file holds everything the bot keeps about you{matches, plural, =0 {} one {, and # match as far "
                "as you can see it} other {, and # matches as far as you can see them}}.",
                matches=found.matches,
            )
        ]
        if found.left_out:
            words.append(
                _(
                    "Discord has no room for a larger file, so your {count, plural, one {oldest match isn't} other "
                    "{# oldest matches aren't}} in it. Get them with `/match file export`.",
                    count=found.left_out,
                )
            )
        return MessageBuilder().say(" ".join(words)).hand_out(found.name, found.data).post()

    @command(_("Delete everything the bot keeps about you"), handling=UNQUEUED)
    async def delete(self, interaction: Interaction) -> Post:
        """Say what it means, with the button that goes on."""
        extent = await self.services.privacy.deletions.measure(actor(interaction).user)
        builder = MessageBuilder().say(_("### Delete everything about you?")).say("\n".join(deletion_lines(extent)))
        return builder.buttons([Button(Press(verb=ButtonAction.ERASE), _("Delete my data"), Style.BAD)]).post()

    @command(_("Delete everything the bot keeps about this server (server owner)"), handling=UNQUEUED)
    async def server(self, interaction: Interaction) -> Post:
        """Say what it means, with the button that goes on."""
        _expect_owner(interaction)
        builder = MessageBuilder().say(_("### Delete everything about this server?"))
        builder.say(
            _(
                "All matches of this server are deleted with their logs and results, running ones too. So are its "
                "tournaments, ratings, settings, and the log of what staff did. Ratings across servers are "
                "recalculated without these matches. Messages that the bot posted stay. This can't be undone."
            )
        )
        builder.say(
            _(
                "The bot then no longer knows which channels and roles it made here, and they stay. To have it take "
                "them away, open `/setup` first and press *Remove what it made*."
            )
        )
        return builder.buttons(
            [Button(Press(verb=ButtonAction.PURGE), _("Delete this server's data"), Style.BAD)]
        ).post()


def _expect_owner(interaction: Interaction) -> GuildId:
    """Return the server, whose owner asks; raises Sentence for anybody else."""
    if interaction.guild is None or interaction.guild.owner_id is None:
        raise Sentence(_("This deletes a server's data. Use the command on a server that has added the bot."))
    if interaction.guild.owner_id != interaction.user.id:
        raise Sentence(_("Only the server's owner can delete its data."))
    return GuildId(interaction.guild.id)


@handles(ButtonAction.ERASE)
async def _erase(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Ask once more, then do it."""
    if press.value != SURE:
        builder = MessageBuilder().say(_("### Are you sure?"))
        builder.say(_("Your data can't be brought back, and no one can give you back your seats or ratings."))
        sure = Press(verb=ButtonAction.ERASE, value=SURE)
        return builder.buttons([Button(sure, _("Delete everything"), Style.BAD)]).post()
    user = actor(interaction).user
    number = await responder.services.privacy.deletions.delete(user)
    bars = (await responder.services.privacy.deletions.measure(user)).bars
    kept = f"\n{kept_bars_line(bars)}" if bars else ""
    if number is None:
        return plain(_("The bot keeps nothing {bars, plural, =0 {} other {else }}about you.", bars=bars) + kept)
    words = _(
        "Your data was deleted. In matches you played, others now see “Deleted player {number}”. If you use the "
        "bot again, you start as a new player.",
        number=str(number),
    )
    return plain(words + kept)


@handles(ButtonAction.PURGE)
async def _purge(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Ask once more, then do it."""
    guild = _expect_owner(interaction)
    if press.value != SURE:
        builder = MessageBuilder().say(_("### Are you sure?")).say(_("The data can't be brought back."))
        sure = Press(verb=ButtonAction.PURGE, value=SURE)
        return builder.buttons([Button(sure, _("Delete everything"), Style.BAD)]).post()
    await responder.services.privacy.retention.purge(guild)
    return plain(_("Everything the bot kept about this server was deleted."))


def kept_bars_line(bars: int) -> str:
    """Return what outlasts a deletion: that somebody is barred on so many servers."""
    return _(
        "You stay barred from the matches of {bars, plural, one {# server} other {# servers}}. For that, the bot keeps "
        "a code made from your id, and until when. The code doesn't say who you are.",
        bars=bars,
    )


def kept_lines() -> list[str]:
    """Return what is kept, why and how long, a line each."""
    return [
        _("### What the bot keeps about you"),
        _(
            "- **Your name and Discord id**, so that matches show who plays. Kept until you delete your data, with the "
            "names you had before."
        ),
        _(
            "- **Your settings**: language, time zone, notifications, absences, blocked players. Kept until you delete "
            "your data."
        ),
        _("- **Your matches**: seats, turns, times, results, ratings. Kept for good, so that others keep theirs."),
        _("- **Tournaments** you took part in, and appeals you filed. Kept for good."),
        _("- **Unfinished turns and plans**, until the match ends. **Private notes**, until you remove them."),
        _("- **What hosts and server staff did** with matches, for two years."),
        _("- **Reports** you sent to a server's moderators, and what came of them. Kept for good."),
        _(
            "- **Bars** from a server's matches, and why. Kept until a moderator lifts them. If you delete your data, "
            "only a code made from your id is kept, until the bar ends."
        ),
        _(
            "- **Puzzles** you tried, and whether you solved them. Your profile on a server shows how many you "
            "solved there. Kept until you delete your data."
        ),
        _("- **Matches you follow, repeat, or wait for**, until that is over or you stop it."),
        _("- **Messages to send**: a week after they were sent, 90 days if they couldn't be sent."),
        _("- **Answers to your last commands**, for a day, so that nothing happens twice."),
        "",
        _("The bot doesn't read messages and passes nothing on. The people who run the bot can read what it stores."),
        _(
            "A server's data is deleted 30 days after the bot was removed from it, or at once by its owner with "
            "`/privacy server`."
        ),
        _("`/privacy export` gives you a file with everything. `/privacy delete` deletes it."),
    ]


def deletion_lines(extent: Extent) -> list[str]:
    """Return what a deletion does, a line each."""
    lines = [
        _(
            "- Your name, id, settings, notes, plans, and blocks are deleted. Others see a number in place of your "
            "name, and nothing leads from it back to you."
        )
    ]
    if extent.running:
        lines.append(
            _(
                "- Your seats in {count, plural, one {# running match} other {# running matches}} are offered to "
                "others. A match without other players ends.",
                count=extent.running,
            )
        )
    if extent.open:
        lines.append(
            _(
                "- You leave {count, plural, one {# open match} other {# open matches}}. One that you host passes to "
                "the next player, or is canceled.",
                count=extent.open,
            )
        )
    if extent.tournaments:
        lines.append(
            _(
                "- You withdraw from {count, plural, one {# tournament} other {# tournaments}} and resign the matches "
                "there.",
                count=extent.tournaments,
            )
        )
    if extent.organized:
        lines.append(
            _(
                "- You no longer organize {count, plural, one {# tournament} other {# tournaments}}. A co-organizer "
                "takes over, or anyone who takes part can.",
                count=extent.organized,
            )
        )
    if extent.roles:
        lines.append(_("- Roles that the bot gave you for tournaments are taken from you."))
    if extent.bars:
        lines.append(f"- {kept_bars_line(extent.bars)}")
    return [
        *lines,
        _("- Finished matches and the ratings of others stay as they are."),
        _("- Messages in Discord that name you stay. Ask the server's staff to delete them."),
        _("- If you want a copy, get `/privacy export` first. This can't be undone."),
    ]
