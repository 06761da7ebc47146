package io.keelson.cluster.singleton;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A singleton service of the domain.
 *
 * @param className its class, in a jar of the domain's {@code lib}
 * @param userPreferredServer the server that is to have it when it can; null for any
 * @param constrainedCandidateServers the servers that may have it, in the order in which they are tried; empty for all of
 *     the cluster
 * @param additionalMigrationAttempts how many more times all candidates are tried after each has failed once
 * @param millisToSleepBetweenAttempts how long to wait in milliseconds before all are tried again
 * @param failback whether it goes back to the preferred server when that returns
 * @param activateTimeout how long {@code activate} may take
 * @param deactivateTimeout how long {@code deactivate} may take
 */
@Section(value = "singleton-services.*", help = "A service that works on one server of the cluster at a time.")
public record SingletonSettings(
        @Setting(help = "Class of the service, in a jar of the domain's lib directory.", required = true)
        String className,

        @Setting(help = "Server that has the service when it can.", reference = "servers") @Nullable
        String userPreferredServer,

        @Setting(
                help =
                        "Servers that may have the service, in the order in which they are tried; without any, all of the"
                                + " cluster. The admin server never has it.",
                reference = "servers")
        List<String> constrainedCandidateServers,

        @Setting(
                help = "How many more times all candidates are tried after the service has failed on each once.",
                defaultValue = "2",
                min = "0",
                max = "1000")
        int additionalMigrationAttempts,

        @Setting(
                help = "Milliseconds to wait before all candidates are tried again.",
                defaultValue = "300000",
                min = "0",
                max = "86400000")
        int millisToSleepBetweenAttempts,

        @Setting(
                help = "Whether the service goes back to the preferred server when that returns.",
                defaultValue = "false")
        boolean failback,

        @Setting(
                help = "How long activate may take; then another server is tried.",
                defaultValue = "60s",
                min = "100ms",
                max = "1h")
        Duration activateTimeout,

        @Setting(
                help = "How long deactivate may take; then the service is let go all the same.",
                defaultValue = "30s",
                min = "100ms",
                max = "1h")
        Duration deactivateTimeout) {
    public SingletonSettings {
        constrainedCandidateServers = List.copyOf(constrainedCandidateServers);
        if (userPreferredServer != null
                && !constrainedCandidateServers.isEmpty()
                && !constrainedCandidateServers.contains(userPreferredServer)) {
            throw new IllegalArgumentException("user-preferred-server is " + userPreferredServer
                    + ", which is not one of the constrained-candidate-servers");
        }
    }
}
