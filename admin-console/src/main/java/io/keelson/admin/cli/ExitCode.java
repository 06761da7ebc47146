package io.keelson.admin.cli;

/** Exit codes of commands. */
final class ExitCode {
    /** Done. */
    static final int OK = 0;
    /** Understood, but it could not be done. */
    static final int FAILED = 1;
    /** The command line was wrong. */
    static final int USAGE = 2;
    /** The server does not run or cannot be reached. */
    static final int UNREACHABLE = 3;
    /** Code for output whose reader does not read on: as a shell says of what SIGPIPE has ended. */
    static final int NOT_READ = 141;

    private ExitCode() {}
}
