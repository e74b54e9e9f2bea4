"""The command line: exit codes, and one sentence for what cannot be understood."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from bot import __main__ as cli
from bot.config import Settings


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and no variable of the machine."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ([], "longtable: Missing command.\n"),
        (["dance"], "longtable: No such command 'dance'.\n"),
        (["settings", "--loud"], "longtable: No such option: --loud\n"),
        (["settings", "now"], "longtable: Got unexpected extra argument(s) (now)\n"),
    ],
)
def test_bad_usage_gives_one_sentence_and_code_2(
    line: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    What is not understood is answered on standard error only, in one line, with exit code 2.
    """
    code = cli.main(line)

    assert code == 2
    assert ("", sentence) == tuple(capsys.readouterr())


def test_a_bad_setting_gives_one_sentence_and_code_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A setting that cannot be used stops every command with exit code 2.
    """
    monkeypatch.setenv("SWEEP_SECONDS", "0")

    code = cli.main(["settings"])

    assert code == 2
    assert ("", "longtable: The setting SWEEP_SECONDS cannot be used: input should be greater than 0.\n") == tuple(
        capsys.readouterr()
    )


def test_a_corrupt_file_gives_no_traceback_in_a_real_process(tmp_path: Path) -> None:
    """
    Started as a program beside a corrupt `.env`, it says so in one line and exits with 2.
    """
    (tmp_path / ".env").write_bytes(b"\x00\xff\n")

    done = subprocess.run(
        [sys.executable, "-m", "bot", "settings"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])},
        text=True,
    )

    assert (2, "", "longtable: .env isn't a text file in UTF-8.\n") == (done.returncode, done.stdout, done.stderr)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """
    `--help` lists the commands, and each command has a line of help.
    """
    code = cli.main(["--help"])

    assert code == 0
    assert "settings" in capsys.readouterr().out
    assert all(command.callback and command.callback.__doc__ for command in cli.app.registered_commands)


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """
    `--version` prints the version that the package carries.
    """
    code = cli.main(["--version"])

    assert code == 0
    assert capsys.readouterr().out == f"longtable {version('longtable')}\n"


def test_settings_are_shown_without_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    `longtable settings` prints each setting as a line of `.env`; secrets read `[hidden]`.
    """
    monkeypatch.setenv("DISCORD_TOKEN", "tok-123")
    monkeypatch.setenv("METRICS_PORT", "9100")

    code = cli.main(["settings"])

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert [name.upper() for name in Settings.model_fields] == [line.partition("=")[0] for line in lines]
    assert {"DISCORD_TOKEN=[hidden]", "METRICS_PORT=9100", "LOG_LEVEL=info", "SHARD_COUNT="} <= set(lines)


def test_a_folder_that_cannot_be_made_for_the_sandbox_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """
    A file stands where a folder is wanted: exit code 2, no traceback.
    """
    (tmp_path / "file").touch()
    code = cli.main(["sandbox", "--headless", "--data", str(tmp_path / "file" / "folder")])

    assert 2 == code
    assert "The folder of the database can't be used" in capsys.readouterr().err
