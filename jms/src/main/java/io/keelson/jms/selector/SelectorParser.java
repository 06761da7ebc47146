package io.keelson.jms.selector;

import io.keelson.jms.message.MessageData;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the conditional expressions of SQL-92 that selectors are made of, by recursive descent. What can be seen to be of the wrong
 * type without a message is refused; with a message it is unknown.
 *
 * <p>Specification: Jakarta Messaging 3.1, 3.8.1 Message selector.
 */
final class SelectorParser {
    /** The headers that a selector may name. */
    private static final Map<String, Expression> HEADERS = Map.of(
            "JMSDeliveryMode", message -> message.persistent() ? "PERSISTENT" : "NON_PERSISTENT",
            "JMSPriority", message -> (long) message.priority(),
            "JMSMessageID", MessageData::id,
            "JMSTimestamp", MessageData::timestamp,
            "JMSCorrelationID", MessageData::correlationId,
            "JMSType", MessageData::type);

    /** Depth to which parentheses and NOTs nest at most, which bounds the stack of parser and matcher. */
    private static final int DEEPEST = 200;

    private final String text;
    private final List<Token> tokens;
    private int next;
    private int depth;

    /** The type of an expression where it is known without a message. */
    private enum Type {
        TRUTH,
        NUMBER,
        STRING,
        UNKNOWN
    }

    /**
     * An expression.
     *
     * @param name true for the name of a property or header
     * @param required what has to be so where it is true; null: nothing is known
     */
    private record Typed(
            Type type, Expression expression, Token at, boolean name, Selector.@Nullable Equality required) {}

    /** A value that is the same for all messages. */
    private record Literal(Object value) implements Expression {
        @Override
        public Object of(MessageData message) {
            return value;
        }
    }

    SelectorParser(String text) throws SelectorException {
        this.text = text;
        this.tokens = Tokens.of(text);
    }

    Selector parse() throws SelectorException {
        Typed whole = truth(or());
        if (peek().kind() != Token.Kind.END) {
            throw wrong(peek(), peek().shown() + " is not expected here");
        }
        return new Selector(text, whole.expression(), whole.required());
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        return tokens.get(next++);
    }

    private boolean accept(String expected) {
        if (peek().is(expected)) {
            next++;
            return true;
        }
        return false;
    }

    private void expect(String expected) throws SelectorException {
        if (!accept(expected)) {
            throw wrong(peek(), "'" + expected + "' is expected, not " + peek().shown());
        }
    }

    private SelectorException wrong(Token at, String problem) {
        return new SelectorException(text, at.column(), problem);
    }

    private Typed truth(Typed typed) throws SelectorException {
        if (typed.type() == Type.NUMBER || typed.type() == Type.STRING) {
            throw wrong(typed.at(), "a condition is expected, as a = 1");
        }
        return typed;
    }

    private Typed number(Typed typed) throws SelectorException {
        if (typed.type() == Type.TRUTH || typed.type() == Type.STRING) {
            throw wrong(typed.at(), "a number is expected");
        }
        return typed;
    }

    private static Typed of(Type type, Token at, Expression expression) {
        return new Typed(type, expression, at, false, null);
    }

    private Typed or() throws SelectorException {
        Typed left = and();
        while (accept("OR")) {
            Expression one = truth(left).expression();
            Expression other = truth(and()).expression();
            left = of(Type.TRUTH, left.at(), message -> {
                Object first = one.of(message);
                if (Boolean.TRUE.equals(first)) {
                    return true;
                }
                Object second = other.of(message);
                return Boolean.TRUE.equals(second)
                        ? Boolean.TRUE
                        : isFalse(first) && isFalse(second) ? Boolean.FALSE : null;
            });
        }
        return left;
    }

    private Typed and() throws SelectorException {
        Typed left = not();
        while (accept("AND")) {
            Expression one = truth(left).expression();
            Typed right = truth(not());
            Expression other = right.expression();
            Expression both = message -> {
                Object first = one.of(message);
                if (isFalse(first)) {
                    return false;
                }
                Object second = other.of(message);
                return isFalse(second)
                        ? Boolean.FALSE
                        : Boolean.TRUE.equals(first) && Boolean.TRUE.equals(second) ? Boolean.TRUE : null;
            };
            left = new Typed(
                    Type.TRUTH, both, left.at(), false, left.required() == null ? right.required() : left.required());
        }
        return left;
    }

    private static boolean isFalse(@Nullable Object value) {
        return Boolean.FALSE.equals(value);
    }

    private Typed not() throws SelectorException {
        Token at = peek();
        if (!accept("NOT")) {
            return comparison();
        }
        deeper(at);
        Expression what = truth(not()).expression();
        depth--;
        return of(Type.TRUTH, at, negated(what));
    }

    private void deeper(Token at) throws SelectorException {
        if (++depth > DEEPEST) {
            throw wrong(at, "it is nested more than " + DEEPEST + " deep");
        }
    }

    private static Expression negated(Expression what) {
        return message -> what.of(message) instanceof Boolean value ? (Boolean) !value : null;
    }

    private Typed comparison() throws SelectorException {
        Typed left = sum();
        Token operator = peek();
        if (operator.kind() == Token.Kind.SYMBOL
                && List.of("=", "<>", "<", "<=", ">", ">=").contains(operator.text())) {
            next++;
            return compared(left, operator, sum());
        }
        if (accept("IS")) {
            boolean not = accept("NOT");
            expect("NULL");
            if (!left.name()) {
                throw wrong(left.at(), "a name is expected before IS NULL");
            }
            Expression value = left.expression();
            return of(Type.TRUTH, left.at(), message -> (value.of(message) == null) != not);
        }
        boolean not = accept("NOT");
        if (accept("BETWEEN")) {
            return between(number(left), not);
        }
        if (accept("IN")) {
            return in(string(left), not);
        }
        if (accept("LIKE")) {
            return like(string(left), not);
        }
        if (not) {
            throw wrong(peek(), "BETWEEN, IN or LIKE is expected after NOT, not " + peek().shown());
        }
        return left;
    }

    private Typed string(Typed typed) throws SelectorException {
        if (!typed.name()) {
            throw wrong(typed.at(), "a name is expected before IN and LIKE");
        }
        return typed;
    }

    private Typed compared(Typed left, Token operator, Typed right) throws SelectorException {
        boolean equality = operator.text().equals("=") || operator.text().equals("<>");
        if (!equality) {
            number(left);
            number(right);
        } else if (left.type() != right.type() && left.type() != Type.UNKNOWN && right.type() != Type.UNKNOWN) {
            throw wrong(operator, "the two sides are of different types");
        }
        Expression one = left.expression();
        Expression other = right.expression();
        String symbol = operator.text();
        Expression comparison = message -> compare(one.of(message), symbol, other.of(message));
        return new Typed(
                Type.TRUTH,
                comparison,
                left.at(),
                false,
                !symbol.equals("=") ? null : left.name() ? equality(left, right) : equality(right, left));
    }

    /** Returns what a comparison of a name with a literal requires; null: it is none. */
    private static Selector.@Nullable Equality equality(Typed name, Typed value) {
        return name.name() && value.expression() instanceof Literal literal
                ? new Selector.Equality(name.at().text(), literal.value(), name.expression())
                : null;
    }

    private static @Nullable Boolean compare(@Nullable Object left, String symbol, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Number a && right instanceof Number b) {
            int order = order(a, b);
            return switch (symbol) {
                case "=" -> order == 0;
                case "<>" -> order != 0 || isNaN(a) || isNaN(b);
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        }
        boolean alike = left instanceof String && right instanceof String
                || left instanceof Boolean && right instanceof Boolean;
        return switch (symbol) {
            case "=" -> alike && left.equals(right);
            case "<>" -> alike ? (Boolean) !left.equals(right) : null;
            default -> null;
        };
    }

    private static boolean isNaN(Number number) {
        return number instanceof Double value && value.isNaN();
    }

    private static int order(Number a, Number b) {
        return a instanceof Long x && b instanceof Long y
                ? Long.compare(x, y)
                : Double.compare(a.doubleValue(), b.doubleValue());
    }

    private Typed between(Typed value, boolean not) throws SelectorException {
        Expression low = number(sum()).expression();
        expect("AND");
        Expression high = number(sum()).expression();
        Expression what = value.expression();
        Expression within = message -> {
            Object it = what.of(message);
            Boolean above = compare(it, ">=", low.of(message));
            Boolean below = compare(it, "<=", high.of(message));
            return isFalse(above) || isFalse(below)
                    ? Boolean.FALSE
                    : above == null || below == null ? null : Boolean.TRUE;
        };
        return of(Type.TRUTH, value.at(), not ? negated(within) : within);
    }

    private Typed in(Typed value, boolean not) throws SelectorException {
        expect("(");
        Set<String> all = new HashSet<>();
        do {
            all.add(stringLiteral());
        } while (accept(","));
        expect(")");
        Expression what = value.expression();
        return of(
                Type.TRUTH,
                value.at(),
                message -> what.of(message) instanceof String it ? (Boolean) (all.contains(it) != not) : null);
    }

    private String stringLiteral() throws SelectorException {
        Token token = take();
        if (token.value() instanceof String value) {
            return value;
        }
        throw wrong(token, "a string in single quotes is expected, not " + token.shown());
    }

    private Typed like(Typed value, boolean not) throws SelectorException {
        String pattern = stringLiteral();
        char escape = 0;
        if (accept("ESCAPE")) {
            Token at = peek();
            String character = stringLiteral();
            if (character.length() != 1) {
                throw wrong(at, "ESCAPE takes a single character");
            }
            escape = character.charAt(0);
        }
        LikePattern compiled = LikePattern.of(pattern, escape);
        Expression what = value.expression();
        return of(
                Type.TRUTH,
                value.at(),
                message -> what.of(message) instanceof String it ? (Boolean) (compiled.matches(it) != not) : null);
    }

    private Typed sum() throws SelectorException {
        Typed left = product();
        while (peek().is("+") || peek().is("-")) {
            Token operator = take();
            left = arithmetic(left, operator, product());
        }
        return left;
    }

    private Typed product() throws SelectorException {
        Typed left = signed();
        while (peek().is("*") || peek().is("/")) {
            Token operator = take();
            left = arithmetic(left, operator, signed());
        }
        return left;
    }

    private Typed arithmetic(Typed left, Token operator, Typed right) throws SelectorException {
        Expression one = number(left).expression();
        Expression other = number(right).expression();
        char symbol = operator.text().charAt(0);
        return of(
                Type.NUMBER,
                left.at(),
                message -> one.of(message) instanceof Number a && other.of(message) instanceof Number b
                        ? calculate(a, symbol, b)
                        : null);
    }

    private static @Nullable Number calculate(Number a, char symbol, Number b) {
        if (a instanceof Long x && b instanceof Long y) {
            return switch (symbol) {
                case '+' -> x + y;
                case '-' -> x - y;
                case '*' -> x * y;
                default -> y == 0 ? null : (Long) (x / y);
            };
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        return switch (symbol) {
            case '+' -> x + y;
            case '-' -> x - y;
            case '*' -> x * y;
            default -> x / y;
        };
    }

    private Typed signed() throws SelectorException {
        Token at = peek();
        boolean minus = at.is("-");
        if (!minus && !at.is("+")) {
            return primary();
        }
        next++;
        deeper(at);
        Expression what = number(signed()).expression();
        depth--;
        return of(Type.NUMBER, at, message -> {
            Object value = what.of(message);
            if (value instanceof Long whole) {
                return minus ? -whole : whole;
            }
            return value instanceof Double real ? (Double) (minus ? -real : real) : null;
        });
    }

    private Typed primary() throws SelectorException {
        Token token = take();
        Object literal = token.value();
        if (token.kind() == Token.Kind.LITERAL && literal != null) {
            Type type = literal instanceof String ? Type.STRING : literal instanceof Boolean ? Type.TRUTH : Type.NUMBER;
            return of(type, token, new Literal(literal));
        }
        if (token.kind() == Token.Kind.NAME) {
            return new Typed(Type.UNKNOWN, name(token), token, true, null);
        }
        if (token.is("(")) {
            deeper(token);
            Typed inner = or();
            expect(")");
            depth--;
            return new Typed(inner.type(), inner.expression(), token, false, inner.required());
        }
        throw wrong(token, "a name or a value is expected, not " + token.shown());
    }

    private Expression name(Token token) throws SelectorException {
        String name = token.text();
        Expression header = HEADERS.get(name);
        if (header != null) {
            return header;
        }
        if (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_")) {
            throw wrong(
                    token,
                    "the header " + name + " cannot be selected by; those that can are "
                            + HEADERS.keySet().stream().sorted().toList());
        }
        return message -> value(message.properties().get(name));
    }

    /** Whole numbers are long, others double. */
    private static @Nullable Object value(@Nullable Object property) {
        if (property instanceof Integer || property instanceof Short || property instanceof Byte) {
            return ((Number) property).longValue();
        }
        return property instanceof Float real ? (Double) real.doubleValue() : property;
    }
}
