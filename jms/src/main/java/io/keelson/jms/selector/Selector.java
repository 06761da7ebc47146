package io.keelson.jms.selector;

import io.keelson.jms.message.MessageData;
import org.jspecify.annotations.Nullable;

/** A selector, compiled. Immutable. */
public final class Selector {
    /** Selects every message. */
    public static final Selector ALL = new Selector("", message -> Boolean.TRUE, null);

    private final String text;
    private final Expression condition;
    private final @Nullable Equality required;

    Selector(String text, Expression condition, @Nullable Equality required) {
        this.text = text;
        this.condition = condition;
        this.required = required;
    }

    /** A property or header, and the value that a message has to have in it to be selected. Numbers are doubles, as in comparisons. */
    public static final class Equality {
        private final String name;
        private final Object value;
        private final Expression of;

        Equality(String name, Object value, Expression of) {
            this.name = name;
            this.value = comparable(value);
            this.of = of;
        }

        /** Returns the name of the property or header. */
        public String name() {
            return name;
        }

        /** Returns the value. */
        public Object value() {
            return value;
        }

        /** Returns the value that a message has; null: it has none. */
        public @Nullable Object valueOf(MessageData message) {
            Object has = of.of(message);
            return has == null ? null : comparable(has);
        }

        private static Object comparable(Object value) {
            return value instanceof Number number ? (Object) number.doubleValue() : value;
        }
    }

    /**
     * Compiles a selector; one that is null or blank selects all.
     *
     * @throws SelectorException when it is wrong; says where
     */
    public static Selector of(@Nullable String text) throws SelectorException {
        return text == null || text.isBlank() ? ALL : new SelectorParser(text).parse();
    }

    /** Returns what every message that is selected has; null: nothing is known. */
    public @Nullable Equality required() {
        return required;
    }

    /** Returns true if the condition is true of the message; false where it is false or unknown. */
    public boolean matches(MessageData message) {
        return this == ALL || Boolean.TRUE.equals(condition.of(message));
    }

    /** Returns the text; empty: all messages. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
