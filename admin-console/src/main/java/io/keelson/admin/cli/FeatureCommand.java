package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.feature.Features;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.ManagementFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Commands that rooms bring: {@code keelson FEATURE WORD}, made of the operations of their {@link ManagementFeature}. */
final class FeatureCommand {
    private FeatureCommand() {}

    /** Returns the features that have commands. */
    static List<ManagementFeature> all() {
        return Features.of(FeatureCommand.class.getClassLoader()).stream()
                .filter(feature -> feature.operations().stream()
                        .anyMatch(one -> !one.command().isEmpty()))
                .toList();
    }

    /** Returns the feature whose commands begin with that word; empty where there is none. */
    static Optional<ManagementFeature> named(String word) {
        return all().stream().filter(feature -> feature.name().equals(word)).findFirst();
    }

    /** Makes the command line of a feature. */
    static CommandLine of(ManagementFeature feature) {
        CommandLine group = new CommandLine(new Group());
        CommandSpec spec = group.getCommandSpec().name(feature.name());
        spec.usageMessage().description(feature.help()).synopsisSubcommandLabel("COMMAND");
        for (FeatureOperation operation : feature.operations()) {
            if (!operation.command().isEmpty()) {
                group.addSubcommand(operation.command(), of(operation));
            }
        }
        return group;
    }

    private static CommandLine of(FeatureOperation operation) {
        CommandLine command = new CommandLine(new Calling(operation));
        CommandSpec spec = command.getCommandSpec().name(operation.command());
        String summary = operation.summary();
        spec.usageMessage().description(Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".");
        int index = 0;
        for (String variable : operation.variables()) {
            spec.addPositional(PositionalParamSpec.builder()
                    .index(String.valueOf(index++))
                    .paramLabel(variable.toUpperCase(java.util.Locale.ROOT))
                    .type(String.class)
                    .arity("1")
                    .required(true)
                    .build());
        }
        for (FeatureOperation.Parameter parameter : operation.parameters()) {
            spec.addOption(OptionSpec.builder("--" + parameter.name())
                    .paramLabel("VALUE")
                    .type(String.class)
                    .description(parameter.help())
                    .required(parameter.required())
                    .build());
        }
        return command;
    }

    /** The commands of one feature. */
    @Command
    private static final class Group extends StandardOptions {}

    /** One of them. */
    @Command
    private static final class Calling extends ServerCommand {
        private final FeatureOperation operation;

        Calling(FeatureOperation operation) {
            this.operation = operation;
        }

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            ParseResult parsed = Objects.requireNonNull(spec, "picocli injects it")
                    .commandLine()
                    .getParseResult();
            ManagementClient.Reply reply = client().send(method(), target(parsed));
            if (json) {
                print(reply.text());
            } else if (operation.answer() == null) {
                print("Done.");
            } else {
                RecordTable.print(reply.json(), this::print);
                if (operation.kind() == FeatureOperation.Kind.READ && RecordTable.hasNothing(reply.json())) {
                    printOthers();
                }
            }
            return ExitCode.OK;
        }

        private String method() {
            return switch (operation.kind()) {
                case READ -> "GET";
                case ACT -> "POST";
                case SET -> "PUT";
                case REMOVE -> "DELETE";
            };
        }

        private String target(ParseResult parsed) {
            String path = operation.path();
            int index = 0;
            for (String variable : operation.variables()) {
                String value = parsed.matchedPositionalValue(index++, "");
                path = path.replace("{" + variable + "}", PercentEncoding.of(value));
            }
            List<String> query = new ArrayList<>();
            for (FeatureOperation.Parameter parameter : operation.parameters()) {
                String value = parsed.matchedOptionValue("--" + parameter.name(), (String) null);
                if (value != null) {
                    query.add(parameter.name() + "=" + PercentEncoding.of(value));
                }
            }
            return query.isEmpty() ? path : path + "?" + String.join("&", query);
        }
    }
}
