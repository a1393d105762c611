from pkg.cli import get_parser as build


def main():
    parser = build()
    parser.add_argument("--own")
    args = parser.parse_args()


if __name__ == "__main__":
    main()
