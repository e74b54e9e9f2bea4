"""`make bench`: every measurement, each beside its reference or limit, in one run."""

from tests.bench import answers, clocks, databases, live, pictures, returning, rules, tournaments, turns, wire


def main() -> None:
    """Print the tables one after the other."""
    modules = {
        "Rules": rules,
        "Turns in the database": turns,
        "Both databases": databases,
        "Clocks": clocks,
        "Tournaments": tournaments,
        "Coming back": returning,
        "The simulator": answers,
        "The wire": wire,
        "A live hunt": live,
    }
    for title, module in modules.items():
        print(f"\n== {title}\n" + "\n".join(module.rows()), flush=True)
    print("\n== Pictures")
    pictures.main()


if __name__ == "__main__":
    main()
