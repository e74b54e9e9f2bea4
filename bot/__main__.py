"""The command line `longtable`.

Each command imports what it needs when it runs, so that asking for help stays quick. A command line or a setting that
cannot be used ends with exit code 2 and one sentence on standard error.
"""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from bot import log
from bot.config import ConfigError, Settings, load
from db.engine.errors import StoreError

app = typer.Typer(
    name="longtable",
    help="A Discord bot for turn-based board games, over an evening or over weeks.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

database = typer.Typer(
    name="db",
    help="Upgrade, back up, restore, check or repair the database.",
    no_args_is_help=False,
    rich_markup_mode=None,
)
app.add_typer(database)

ratings = typer.Typer(name="ratings", help="Recalculate the ratings.", no_args_is_help=False, rich_markup_mode=None)
app.add_typer(ratings)

matches = typer.Typer(
    name="match", help="Export, import and verify matches as files.", no_args_is_help=False, rich_markup_mode=None
)
app.add_typer(matches)

language = typer.Typer(
    name="language", help="Add and check translations.", no_args_is_help=False, rich_markup_mode=None
)
app.add_typer(language)

admin = typer.Typer(
    name="admin",
    help="Look after a running bot: its servers, maintenance, messages to owners.",
    no_args_is_help=False,
    rich_markup_mode=None,
)
app.add_typer(admin)

USAGE = 2


def _version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"longtable {version('longtable')}")
        raise typer.Exit


@app.callback()
def _services(
    *,
    show_version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Takes the options that stand before the command."""


@app.command()
def settings() -> None:
    """Show the current settings, without secrets."""
    from bot.cli.settings import settings as show

    show(_settings())


@app.command()
def run(
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Don't wait if another process serves the shards; exit with code 2.")
    ] = False,
) -> int:
    """Run the bot on Discord; needs DISCORD_TOKEN."""
    from bot.cli.run import run as serve

    return serve(_settings(), wait=not no_wait)


@app.command()
def invite(
    *,
    application: Annotated[
        int | None, typer.Option(help="The application's id; by default, Discord is asked, which needs DISCORD_TOKEN.")
    ] = None,
) -> int:
    """Show the link that adds the bot to a server, and the permissions it uses."""
    from bot.cli.invite import invite as show

    return show(_settings(), application)


@app.command()
def doctor(
    *,
    channel: Annotated[int, typer.Option(min=1, help="Id of a text channel in your server, used for tests.")],
    user: Annotated[
        int | None,
        typer.Option(min=1, help="Your own id: you get a direct message, join a thread, and only your presses count."),
    ] = None,
    forum: Annotated[int | None, typer.Option(min=1, help="Id of a forum in which to try a post.")] = None,
    wait: Annotated[
        float,
        typer.Option(min=0, max=800, help="Seconds you have for each press; 0 skips the checks that need presses."),
    ] = 120,
    report: Annotated[Path | None, typer.Option(help="File for the report, as Markdown.")] = None,
) -> int:
    """Check in a test channel that Discord does what the bot depends on, and report.

    It needs DISCORD_TOKEN. Stop the bot first, or use --wait 0. For some checks you press buttons in the channel.
    Everything that it posts is deleted at the end. The exit code is 1 if anything fails.
    """
    from bot.cli.doctor import doctor as examine

    return examine(_settings(), channel=channel, user=user, forum=forum, wait=wait, report=report)


@app.command()
def sandbox(
    *,
    headless: Annotated[bool, typer.Option("--headless", help="Don't open the page in a browser.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; any free one by default.")] = 0,
    data: Annotated[Path | None, typer.Option(help="Folder for the database; DATA_DIR/sandbox by default.")] = None,
    channel: Annotated[str, typer.Option(help="Channel that the page shows: table or lounge.")] = "table",
) -> int:
    """Play in a Discord simulator with a web page, no token needed."""
    from bot.cli.sandbox import sandbox as serve

    return serve(_settings(), headless=headless, port=port, data=data, channel=channel)


@app.command()
def selfplay(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    *,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 100,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many seats; by default two, if the game allows it.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="A level or random; repeat it to set one for each seat.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Change it to play different matches.")] = 0,
) -> int:
    """Play matches between computer players, and report scores, lengths and speed."""
    from bot.cli.selfplay import selfplay as play

    return play(game, matches=matches, seats=seats, players=player or (), seed=seed)


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    *,
    player: Annotated[
        list[str],
        typer.Option(help="A level or random; repeat it for each seat. The last one takes all other seats."),
    ],
    matches: Annotated[int, typer.Option(min=1, help="How many matches; the seats rotate.")] = 100,
    seats: Annotated[
        int | None, typer.Option(min=2, help="How many seats; by default two, if the game allows it.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Change it to play different matches.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="How many matches are played at once.")] = 1,
) -> int:
    """Let levels of computer players play each other, and report how much stronger the first one is."""
    from bot.cli.arena import arena as play

    return play(game, players=player, matches=matches, seats=seats, seed=seed, jobs=jobs)


@app.command()
def render(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    file: Annotated[
        Path,
        typer.Argument(
            help="PNG file; each plate's number is added to its name. With .json, the position is written instead."
        ),
    ],
    *,
    seed: Annotated[int, typer.Option(help="Change it to play a different match.")] = 0,
    turn: Annotated[int, typer.Option(min=0, help="Turns to play first; beyond the end, the result is drawn.")] = 12,
    seats: Annotated[
        int | None, typer.Option(min=1, help="How many seats; by default two, if the game allows it.")
    ] = None,
    player: Annotated[
        str, typer.Option(help="Who plays: a level or random; by default easy, if the game has it.")
    ] = "",
    scene: Annotated[
        str,
        typer.Option(
            help="board, private, preview, since, seat, final or guide; by default board, or final at the end."
        ),
    ] = "",
    as_shown: Annotated[
        bool, typer.Option("--as-shown", help="Write one file with all plates as computers and phones show them.")
    ] = False,
) -> int:
    """Draw the board of a match between computer players, each plate as a PNG file."""
    from bot.cli.render import Wanted
    from bot.cli.render import render as draw

    wanted = Wanted(game=game, scene=scene, seed=seed, turn=turn, seats=seats, level=player)
    return draw(wanted, file, as_shown=as_shown)


@language.command("add")
def language_add(
    tag: Annotated[str, typer.Argument(help="Discord's tag of the language, such as fr or pt-BR.")],
) -> int:
    """Create the files of a language, or update them from the English; then show what is missing."""
    from bot.cli.language import add

    return add(tag)


@language.command("check")
def language_check(
    tag: Annotated[str | None, typer.Argument(help="The language; all of them by default.")] = None,
) -> int:
    """Show what is missing or wrong; the exit code is 1 if anything is."""
    from bot.cli.language import check

    return check(tag)


@language.command("template")
def language_template() -> int:
    """Update the English templates after sentences in the code have changed."""
    from bot.cli.language import template

    return template()


@database.command()
def upgrade() -> int:
    """Upgrade the tables to this version; on SQLite, the file is copied first."""
    from bot.cli.database import upgrade as bring

    return bring(_settings())


@database.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="Where to write the copy; a file in DATA_DIR/backups by default.")
    ] = None,
) -> int:
    """Write a copy of the whole database; the bot may be running."""
    from bot.cli.database import backup as copy

    return copy(_settings(), file)


@database.command()
def restore(file: Annotated[Path, typer.Argument(help="A file written by backup.")]) -> int:
    """Put a backup in the place of the database, which is kept beside it; stop the bot first."""
    from bot.cli.database import restore as put_back

    return put_back(_settings(), file)


@database.command("check")
def database_check(
    *,
    match: Annotated[int | None, typer.Option(min=1, help="Only the match of this number.")] = None,
    server: Annotated[int | None, typer.Option(min=1, help="Only matches of the server with this id.")] = None,
    since: Annotated[
        str | None, typer.Option(help="Only matches that have changed since this day, such as 2027-01-31.")
    ] = None,
) -> int:
    """Compare what is stored of matches with what their logs lead to; the exit code is 1 if anything is wrong.

    The bot may be running.
    """
    from bot.cli.integrity import check

    return check(_settings(), match=match, server=server, since=since)


@database.command("repair")
def database_repair(
    match: Annotated[int, typer.Argument(min=1, help="The number of the match.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Write it; otherwise it's only shown.")] = False,
) -> int:
    """Rebuild from its log what is wrong with a match; the bot may be running."""
    from bot.cli.integrity import repair

    return repair(_settings(), match, yes=yes)


@ratings.command()
def rebuild() -> int:
    """Recalculate all results from the logs of the matches, and all ratings from the results."""
    from bot.cli.ratings import rebuild as reckon

    return reckon(_settings())


@matches.command("export")
def match_export(
    match: Annotated[int, typer.Argument(min=1, help="The number of the match.")],
    file: Annotated[Path | None, typer.Argument(help="Where to write it; match-<number>.json by default.")] = None,
    *,
    text: Annotated[bool, typer.Option("--text", help="Write turns and score as plain text.")] = False,
) -> int:
    """Write a match to a file. The file of a running match holds its secrets, but not the seed."""
    from bot.cli.match import export

    return export(_settings(), match, file, text=text)


@matches.command("import")
def match_import(
    file: Annotated[Path, typer.Argument(help="A file written by export.")],
    *,
    channel: Annotated[int, typer.Option(min=1, help="Id of the channel where it will be played.")],
    guild: Annotated[int | None, typer.Option(min=1, help="Id of the channel's server.")] = None,
    practice: Annotated[
        int | None, typer.Option(min=1, help="Open it as a practice match for the user with this id.")
    ] = None,
    turn: Annotated[int | None, typer.Option(min=1, help="Start practicing after this line of the log.")] = None,
) -> int:
    """Continue a match from a file, or open it as a practice match."""
    from bot.cli.match import take_in

    return take_in(_settings(), file, channel=channel, guild=guild, practice=practice, turn=turn)


@matches.command("verify")
def match_verify(
    file: Annotated[Path, typer.Argument(help="A file written by export.")],
    *,
    announced: Annotated[
        str | None, typer.Option(help="The SHA-256 that was shown at the start, to compare with the seed.")
    ] = None,
) -> int:
    """Recompute all draws and states of a match, and say whether its shuffle was fixed beforehand."""
    from bot.cli.match import verify

    return verify(file, announced=announced)


@admin.command("servers")
def admin_servers() -> int:
    """List the servers that have matches, the most recently used first."""
    from bot.cli.admin import servers

    return servers(_settings())


@admin.command("health")
def admin_health() -> int:
    """Show whether the bot is running and messages get through; the exit code is 1 if something is wrong."""
    from bot.cli.admin import health

    return health(_settings())


@admin.command("maintain")
def admin_maintain(
    text: Annotated[str, typer.Argument(help="What people are told, such as why and until when.")] = "",
    *,
    minutes: Annotated[
        int, typer.Option("--in", min=0, help="Minutes until it begins; until then it's announced.")
    ] = 0,
) -> int:
    """Begin maintenance: the bot answers everything with a sentence, and no clock runs until `admin resume`."""
    from bot.cli.admin import maintain

    return maintain(_settings(), text, minutes=minutes)


@admin.command("resume")
def admin_resume() -> int:
    """End maintenance, or cancel one that is announced."""
    from bot.cli.admin import resume

    return resume(_settings())


@admin.command("broadcast")
def admin_broadcast(
    text: Annotated[str, typer.Argument(help="The message; Discord's Markdown works.")],
) -> int:
    """Send a private message to the owners of all servers, once each; owners can unsubscribe."""
    from bot.cli.admin import broadcast

    return broadcast(_settings(), text)


@admin.command("block")
def admin_block(
    guild: Annotated[int, typer.Argument(min=1, help="Id of the server.")],
    reason: Annotated[str, typer.Argument(help="Why; people there are told.")] = "",
) -> int:
    """Stop serving a server: its matches wait, and requests there are answered with the reason."""
    from bot.cli.admin import block

    return block(_settings(), guild, reason)


@admin.command("unblock")
def admin_unblock(guild: Annotated[int, typer.Argument(min=1, help="Id of the server.")]) -> int:
    """Serve a blocked server again; its matches go on."""
    from bot.cli.admin import unblock

    return unblock(_settings(), guild)


def _settings() -> Settings:
    """The settings, with logging set up as they say."""
    values = load()
    log.set_up(values.log_level, values.log_format)
    return values


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 2 not understood, anything else as the command says."""
    try:
        result = app(args=args, prog_name="longtable", standalone_mode=False)
    except TyperException as error:
        return _refuse(error.format_message(), error.exit_code)
    except (ConfigError, StoreError) as error:
        return _refuse(str(error), USAGE)
    except typer.Abort:
        return 1
    return result if isinstance(result, int) else 0


def _refuse(sentence: str, code: int) -> int:
    """Say on standard error, in one line, why nothing was done."""
    print(f"longtable: {' '.join(sentence.split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
