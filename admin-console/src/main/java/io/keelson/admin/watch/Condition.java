package io.keelson.admin.watch;

import io.keelson.base.log.Severity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Condition that a watch looks for. Immutable. */
sealed interface Condition {
    /** Reads one. */
    static Condition parse(String text) throws ConditionException {
        return new ConditionParser(text).condition();
    }

    /** Comparisons of two values. */
    enum Comparison {
        LESS("<"),
        AT_MOST("<="),
        MORE(">"),
        AT_LEAST(">="),
        EQUAL("="),
        OTHER("!="),
        /** Of text: has it within it. */
        CONTAINS("contains");

        private final String written;

        Comparison(String written) {
            this.written = written;
        }

        /** Text as it is written. */
        String written() {
            return written;
        }

        /** Returns whether it is for things that have an order. */
        boolean ordered() {
            return this == LESS || this == AT_MOST || this == MORE || this == AT_LEAST;
        }

        /** Returns whether it holds for two things of which {@code order} says how they lie, as {@code compareTo} does. */
        boolean holds(int order) {
            return switch (this) {
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case MORE -> order > 0;
                case AT_LEAST -> order >= 0;
                case EQUAL -> order == 0;
                case OTHER -> order != 0;
                case CONTAINS -> false;
            };
        }

        /** Returns whether it holds for two texts. */
        boolean holds(String left, String right) {
            return this == CONTAINS ? left.contains(right) : holds(left.equals(right) ? 0 : 1) && !ordered();
        }
    }

    /** With what a value is compared. */
    sealed interface Threshold {
        /** A number; of a duration its milliseconds, of a size its bytes. */
        record Number(double value, String written) implements Threshold {}

        /** Text, a state, {@code true} or {@code false}. */
        record Text(String value) implements Threshold {}
    }

    /**
     * Over what the server does.
     *
     * @param collection the collection of records
     * @param only what components of the records say that are meant; empty: any record
     * @param component the path of the component within a record
     * @param by the path of another by which it is divided; null: it is not
     */
    record OfRuntime(
            String collection,
            Map<String, String> only,
            List<String> component,
            @Nullable List<String> by,
            Comparison comparison,
            Threshold threshold)
            implements Condition {}

    /**
     * Over records of the log.
     *
     * @param least how much they matter at least
     * @param tests what else of them must be so
     */
    record OfLog(Severity least, List<Test> tests) implements Condition {}

    /**
     * Over events.
     *
     * @param type of what type they are
     * @param tests what of them must be so
     */
    record OfEvent(String type, List<Test> tests) implements Condition {}

    /** Test that a member of a record or event must pass. */
    record Test(String member, Comparison comparison, String value) {}
}
