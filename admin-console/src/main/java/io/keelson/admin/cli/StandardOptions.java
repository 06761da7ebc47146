package io.keelson.admin.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The option that every command has. */
@Command
class StandardOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    boolean help;
}
