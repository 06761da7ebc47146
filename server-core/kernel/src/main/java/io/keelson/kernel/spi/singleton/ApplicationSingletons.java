package io.keelson.kernel.spi.singleton;

import io.keelson.kernel.spi.lease.LeaseService;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes the singleton services that applications bring. See docs/design/singletons.md. Thread-safe. */
public interface ApplicationSingletons {
    /** The longest name of a service, in characters: that of its lease is {@code singleton/NAME}. */
    int LONGEST_NAME = LeaseService.LONGEST_NAME - 10;

    /**
     * Looks whether a service could be had here; runs no code of the application.
     *
     * @param declaration what the application says
     * @param loader the application's
     * @throws IllegalArgumentException when its class is missing or is no service, or its name is the domain's or another
     *     application's; the message says so
     */
    void check(Declaration declaration, ClassLoader loader);

    /**
     * Makes the object of a service, by its constructor and in the context of the calling thread. Nothing is activated yet.
     *
     * @param declaration what the application says
     * @param loader the application's, in which the object is called
     * @throws IllegalArgumentException as {@link #check}, and when the constructor throws
     */
    Service make(Declaration declaration, ClassLoader loader);

    /** A service whose object is made. Whoever has it closes it. Its methods are called one after the other. */
    interface Service extends AutoCloseable {
        /** Lets the service come to this server. Does not wait. */
        void open();

        /**
         * Takes the service away from this server. Returns when it has been deactivated, its lease is given back, and its names
         * are gone; where its code hangs, when that is given up. Others may have it then. Does not throw.
         */
        @Override
        void close();
    }

    /**
     * A service that an application declares.
     *
     * @param name one for the cluster; 1 to {@value ApplicationSingletons#LONGEST_NAME} characters
     * @param className its class
     * @param application the application, as it is deployed
     * @param module the application, or the module of it, in whose context the object is called
     * @param terms where and when it is to work
     */
    record Declaration(String name, String className, String application, String module, Terms terms) {
        public Declaration {
            if (name.isEmpty() || name.length() > LONGEST_NAME) {
                throw new IllegalArgumentException("the name of a singleton service has 1 to " + LONGEST_NAME
                        + " characters, this one has " + name.length());
            }
        }
    }

    /**
     * Terms on which a service runs, as the settings of {@code singleton-services} state them for services of the domain: its servers and
     * its attempts to migrate.
     *
     * @param userPreferredServer the server that has it when it can
     * @param constrainedCandidateServers the servers that may have it, in order; empty: all
     * @param additionalMigrationAttempts 0 to 1,000
     * @param millisToSleepBetweenAttempts 0 to a day
     * @param failback whether it goes back to the preferred server
     * @param activateTimeout 100 ms to an hour
     * @param deactivateTimeout 100 ms to an hour
     */
    record Terms(
            Optional<String> userPreferredServer,
            List<String> constrainedCandidateServers,
            int additionalMigrationAttempts,
            int millisToSleepBetweenAttempts,
            boolean failback,
            Duration activateTimeout,
            Duration deactivateTimeout) {
        /** Those of a service of which nothing is said but its class. */
        public static final Terms STANDARD = new Terms(
                Optional.empty(), List.of(), 2, 300_000, false, Duration.ofSeconds(60), Duration.ofSeconds(30));

        private static final long LEAST_TIMEOUT = 100;
        private static final long MOST_TIMEOUT = 3_600_000;
        private static final int MOST_ATTEMPTS = 1_000;
        private static final int LONGEST_SLEEP = 86_400_000;

        public Terms {
            constrainedCandidateServers = List.copyOf(constrainedCandidateServers);
            within("additionalMigrationAttempts", additionalMigrationAttempts, 0, MOST_ATTEMPTS);
            within("millisToSleepBetweenAttempts", millisToSleepBetweenAttempts, 0, LONGEST_SLEEP);
            within("activateTimeoutMillis", activateTimeout.toMillis(), LEAST_TIMEOUT, MOST_TIMEOUT);
            within("deactivateTimeoutMillis", deactivateTimeout.toMillis(), LEAST_TIMEOUT, MOST_TIMEOUT);
            if (userPreferredServer.isPresent()
                    && !constrainedCandidateServers.isEmpty()
                    && !constrainedCandidateServers.contains(userPreferredServer.get())) {
                throw new IllegalArgumentException("userPreferredServer is '" + userPreferredServer.get()
                        + "', which is not one of the constrainedCandidateServers");
            }
        }

        private static void within(String what, long value, long least, long most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(what + " is " + value + "; expected " + least + " to " + most);
            }
        }
    }
}
