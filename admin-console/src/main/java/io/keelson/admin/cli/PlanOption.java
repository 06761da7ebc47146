package io.keelson.admin.cli;

import io.keelson.deploy.plan.DeploymentPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The deployment plan that a command sends with an application. */
final class PlanOption {
    @Option(
            names = "--plan",
            paramLabel = "PLAN",
            description =
                    "A deployment plan: values for the application's descriptors, in YAML or as WebLogic's plan.xml. An"
                            + " application keeps its plan until it is deployed with another one.")
    @Nullable
    Path plan;

    @Option(names = "--no-plan", description = "Deploys without the deployment plan that the application has.")
    boolean none;

    /** The text of the plan; empty where it is to go; null where nothing is said. */
    @Nullable
    String text() throws CommandException, IOException {
        if (none && plan != null) {
            throw new CommandException(
                    ExitCode.USAGE, "--plan gives a plan and --no-plan takes it away; give one of them.");
        }
        if (none) {
            return "";
        }
        if (plan == null) {
            return null;
        }
        Path file = Applications.existing(plan);
        if (Files.size(file) > DeploymentPlan.MOST_BYTES) {
            throw new CommandException(
                    ExitCode.FAILED,
                    file + " has more than " + DeploymentPlan.MOST_BYTES + " bytes; a plan is smaller.");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CommandException(ExitCode.FAILED, file + " is not in UTF-8.");
        }
        if (text.isBlank()) {
            throw new CommandException(ExitCode.FAILED, file + " is empty; use --no-plan to take a plan away.");
        }
        return text;
    }

    /** The bytes that go before the archive. */
    static byte[] bytes(@Nullable String plan) {
        return plan == null ? new byte[0] : plan.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns what the address says of them; empty where nothing is said of a plan. */
    static String query(@Nullable String plan) {
        return plan == null ? "" : "plan-length=" + bytes(plan).length;
    }
}
