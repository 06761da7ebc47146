package io.keelson.kernel.management;

import io.keelson.base.subsystem.Services;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the management interface, declared once: the resource of REST with its description, the role that it takes, and the
 * command of the command line come from it. Immutable; the methods that change something return another one.
 *
 * @param kind what it does to the server
 * @param path the segments below {@code /management/v1/}, with slashes; a segment in braces is a variable:
 *     {@code transactions/{id}/rollback}
 * @param least the least role of a caller
 * @param summary what it does, without a subject: lists the transactions
 * @param parameters the parameters of the query, options of the command
 * @param answer the record that the handler returns; null where it returns none
 * @param command the word behind the feature's name on the command line; empty for none
 * @param handler makes what carries it out
 */
public record FeatureOperation(
        Kind kind,
        String path,
        Role least,
        String summary,
        List<Parameter> parameters,
        @Nullable Class<? extends Record> answer,
        String command,
        Function<Services, Handler> handler) {
    /** Names in kebab case. */
    static final String NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

    private static final Pattern SEGMENT = Pattern.compile(NAME + "|\\{" + NAME + "\\}");

    /** The effect of an operation. */
    public enum Kind {
        /** Shows something and changes nothing: GET. */
        READ,
        /** Does or begins something: POST. */
        ACT,
        /** Puts something in its place, as often as it is said: PUT. */
        SET,
        /** Removes something: DELETE. */
        REMOVE
    }

    /**
     * A parameter.
     *
     * @param name its name in kebab case
     * @param help what it is for, as a sentence
     * @param required true if the operation is refused without it
     */
    public record Parameter(String name, String help, boolean required) {
        public Parameter {
            if (!name.matches(NAME)) {
                throw new IllegalArgumentException("no name of a parameter in kebab case: " + name);
            }
        }
    }

    /** Carries an operation out, on a thread of administration. Thread-safe. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Carries it out for a caller who has the role.
         *
         * @return a public record as the operation declares it, whose components are named in kebab case in the answer; null where it
         *     declares none
         * @throws RefusedException where it cannot be done, with the reason for the caller
         */
        @Nullable
        Record handle(Request request) throws RefusedException;
    }

    /** A call of an operation. */
    public interface Request {
        /** Returns the value of a variable of the path. */
        String variable(String name);

        /** Returns the value of a parameter; empty where it was not given. */
        Optional<String> parameter(String name);

        /** Returns the name of the caller, for logs. */
        String caller();

        /**
         * Returns a parameter that is true or false; false where it was not given.
         *
         * @throws RefusedException where it is neither
         */
        default boolean flag(String name) throws RefusedException {
            String value = parameter(name).orElse("false");
            if (!value.equals("true") && !value.equals("false")) {
                throw new RefusedException(
                        RefusedException.Reason.WRONG, "'" + name + "' is true or false, not '" + value + "'");
            }
            return value.equals("true");
        }

        /**
         * Returns a parameter that is a whole number.
         *
         * @param usual the value where it was not given
         * @param least the least number that is taken
         * @param most the greatest that is taken; {@link Long#MAX_VALUE} for no bound
         * @throws RefusedException where it is none, or beyond the bounds
         */
        default long number(String name, long usual, long least, long most) throws RefusedException {
            String value = parameter(name).orElse(String.valueOf(usual));
            try {
                long number = Long.parseLong(value);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new RefusedException(
                    RefusedException.Reason.WRONG,
                    "'" + name + "' is a number from " + least + (most == Long.MAX_VALUE ? "" : " to " + most)
                            + ", not '" + value + "'");
        }
    }

    /**
     * An operation as it is carried out by a service of the server. Thread-safe.
     *
     * @param <S> the service
     */
    @FunctionalInterface
    public interface Work<S> {
        /** Carries it out, as {@link Handler#handle}. */
        @Nullable
        Record on(S service, Request request) throws RefusedException;
    }

    /** An operation cannot be carried out; the message says what was attempted on what, why, and what to do. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final Reason reason;

        /** The kind of reason, which decides the status of the answer. */
        public enum Reason {
            /** The request says something that it must not. */
            WRONG,
            /** There is no such thing. */
            UNKNOWN,
            /** The state of the thing does not permit it. */
            CONFLICT,
            /** May be possible later. */
            UNAVAILABLE
        }

        /** A refusal. */
        public RefusedException(Reason reason, String message) {
            super(message);
            this.reason = reason;
        }

        /** Returns the kind of reason. */
        public Reason reason() {
            return reason;
        }
    }

    public FeatureOperation {
        parameters = List.copyOf(parameters);
        if (!Arrays.stream(path.split("/", -1))
                .allMatch(part -> SEGMENT.matcher(part).matches())) {
            throw new IllegalArgumentException("no path of an operation: " + path);
        }
        if (!command.isEmpty() && !command.matches(NAME)) {
            throw new IllegalArgumentException("no name of a command in kebab case: " + command);
        }
    }

    /**
     * Declares an operation that does nothing yet.
     *
     * @throws IllegalArgumentException where the path has other segments than names in kebab case and variables
     */
    public static FeatureOperation of(Kind kind, String path, Role least, String summary) {
        return new FeatureOperation(kind, path, least, summary, List.of(), null, "", services -> {
            throw new IllegalStateException("the operation " + path + " has no handler");
        });
    }

    /** Adds a parameter. */
    public FeatureOperation takes(String name, String help, boolean required) {
        List<Parameter> more = new ArrayList<>(parameters);
        more.add(new Parameter(name, help, required));
        return new FeatureOperation(kind, path, least, summary, more, answer, command, handler);
    }

    /** Declares the record that it answers with. */
    public FeatureOperation answers(Class<? extends Record> type) {
        return new FeatureOperation(kind, path, least, summary, parameters, type, command, handler);
    }

    /** Makes it a command: {@code keelson FEATURE WORD}. */
    public FeatureOperation command(String word) {
        return new FeatureOperation(kind, path, least, summary, parameters, answer, word, handler);
    }

    /**
     * Declares what carries it out.
     *
     * @param made called once when administration is made, with services that include all of {@link ManagementFeature#requires}
     */
    public FeatureOperation handledBy(Function<Services, Handler> made) {
        return new FeatureOperation(kind, path, least, summary, parameters, answer, command, made);
    }

    /**
     * Declares what carries it out, where that is one service of the server.
     *
     * @param service one of {@link ManagementFeature#requires}
     */
    public <S> FeatureOperation handledBy(Class<S> service, Work<S> work) {
        return handledBy(services -> {
            S found = services.get(service);
            return request -> work.on(found, request);
        });
    }

    /** Returns the names of the variables of the path, in order. */
    public List<String> variables() {
        return Arrays.stream(path.split("/"))
                .filter(part -> part.startsWith("{"))
                .map(part -> part.substring(1, part.length() - 1))
                .toList();
    }
}
