package io.keelson.ejb.ql;

import io.keelson.ejb.ql.CompiledQuery.Binding;
import io.keelson.ejb.ql.Joins.Variable;
import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Relation;
import io.keelson.ejb.schema.Schemas;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query by recursive descent and writes it as SQL. A path over relationships becomes an outer join, so that a path that leads to
 * nothing is null. Confined to the deploying thread.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 11.2 and 11.4.
 */
public final class QlCompiler {
    private static final Set<String> AGGREGATES = Set.of("AVG", "MAX", "MIN", "SUM", "COUNT");
    private static final Set<String> CLAUSES =
            Set.of("SELECT", "FROM", "WHERE", "ORDER", "BY", "AND", "OR", "NOT", "IN", "AS", "IS", "LIKE", "BETWEEN");

    /** Depth to which parentheses, NOTs and signs nest at most, which bounds the stack. */
    private static final int DEEPEST = 200;

    private final Schemas schemas;
    private final int parameters;
    private final List<Token> tokens;
    private final Joins joins = new Joins();
    private int at;
    private boolean aggregated;

    /** The columns of a key whose different values are counted; empty: none of several fields is. */
    private List<String> counted = List.of();

    private QlCompiler(Schemas schemas, String query, int parameters) throws QlException {
        this.schemas = schemas;
        this.parameters = parameters;
        this.tokens = Lexer.tokens(query);
        checkDepth();
    }

    private void checkDepth() throws QlException {
        int open = 0;
        int prefixes = 0;
        for (Token token : tokens) {
            prefixes = token.is("NOT") || token.is("-") || token.is("+") ? prefixes + 1 : 0;
            open += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (open + prefixes > DEEPEST) {
                throw wrong(token, "it is nested more than " + DEEPEST + " deep");
            }
        }
    }

    /**
     * Compiles a query.
     *
     * @param parameters how many parameters its method has
     */
    public static CompiledQuery compile(Schemas schemas, String query, int parameters) throws QlException {
        return new QlCompiler(schemas, query, parameters).query();
    }

    // ---- tokens ----------------------------------------------------------------------------------------------------

    private Token peek() {
        return tokens.get(at);
    }

    private Token take() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    private boolean accept(String word) {
        if (peek().is(word)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String word) throws QlException {
        if (!accept(word)) {
            throw wrong(peek(), "expected " + word + ", found " + peek());
        }
    }

    private static QlException wrong(Token token, String message) {
        return new QlException(token.column(), message);
    }

    private String name(String what) throws QlException {
        Token token = take();
        if (token.kind() != Token.Kind.WORD || CLAUSES.contains(token.text().toUpperCase(Locale.ROOT))) {
            throw wrong(token, "expected " + what + ", found " + token);
        }
        return token.text();
    }

    // ---- clauses ---------------------------------------------------------------------------------------------------

    private CompiledQuery query() throws QlException {
        expect("SELECT");
        int select = at;
        while (!peek().is("FROM")) {
            if (take().kind() == Token.Kind.END) {
                throw wrong(peek(), "expected FROM, found the end of the query");
            }
        }
        from();
        int rest = at;
        at = select;
        boolean distinct = accept("DISTINCT");
        Fragment selected = selected();
        boolean aggregate = aggregated;
        expect("FROM");
        at = rest;
        Fragment where = accept("WHERE") ? or() : null;
        List<String> order = order();
        if (peek().kind() != Token.Kind.END) {
            throw wrong(peek(), "expected the end of the query, found " + peek());
        }
        return written(distinct, aggregate, selected, where, order);
    }

    private CompiledQuery written(
            boolean distinct, boolean aggregate, Fragment selected, @Nullable Fragment where, List<String> order) {
        EntitySchema entity = selected.entity();
        String what = selected.sql();
        List<Binding> bindings = new ArrayList<>(selected.bindings());
        if (entity != null) {
            String alias =
                    selected.parts().get(0).substring(0, selected.parts().get(0).indexOf('.'));
            what = String.join(
                    ", ",
                    entity.columns().stream()
                            .map(each -> alias + "." + each.name())
                            .toList());
        }
        if (!counted.isEmpty()) {
            what = String.join(", ", counted);
        }
        StringBuilder sql = new StringBuilder("SELECT ")
                .append(distinct || !counted.isEmpty() ? "DISTINCT " : "")
                .append(what);
        sql.append(" FROM ").append(joins.sql());
        String there = entity == null && !aggregate ? there(selected) : "";
        if (!counted.isEmpty()) {
            there = counted.get(0) + " IS NOT NULL"; // COUNT leaves out what is not there
        }
        if (where != null) {
            sql.append(" WHERE ").append(there.isEmpty() ? where.sql() : there + " AND " + where.sql());
            bindings.addAll(where.bindings());
        } else if (!there.isEmpty()) {
            sql.append(" WHERE ").append(there);
        }
        if (!counted.isEmpty()) {
            sql.insert(0, "SELECT COUNT(*) FROM (").append(") counted");
        } else if (!order.isEmpty()) {
            sql.append(" ORDER BY ").append(String.join(", ", order));
        }
        return new CompiledQuery(sql.toString(), bindings, entity, selected.type(), distinct, aggregate);
    }

    /** The condition that a selected field has an entity object: a path that ends before it has no value (11.2.6.2). */
    private String there(Fragment field) {
        int dot = field.sql().indexOf('.');
        Variable of = dot < 0 ? null : joins.navigated(field.sql().substring(0, dot));
        return of == null ? "" : of.key().get(0) + " IS NOT NULL";
    }

    private void from() throws QlException {
        expect("FROM");
        do {
            if (accept("IN")) {
                expect("(");
                Token start = peek();
                Relation relation = null;
                Variable source = variable();
                while (accept(".")) {
                    if (relation != null) {
                        source = single(source, relation, start);
                    }
                    relation = relation(source);
                }
                if (relation == null || !relation.many()) {
                    throw wrong(start, "expected a path to a collection of entity objects");
                }
                expect(")");
                accept("AS");
                joins.declareMember(newVariable(), source, relation);
            } else {
                Token token = peek();
                String name = name("the abstract schema name of a bean");
                EntitySchema schema = schemas.named(name);
                if (schema == null) {
                    throw wrong(
                            token,
                            "no bean of the module has the abstract schema name '" + name + "'; there are "
                                    + schemas.byBean().values().stream()
                                            .map(EntitySchema::name)
                                            .toList());
                }
                accept("AS");
                joins.declare(newVariable(), schema);
            }
        } while (accept(","));
    }

    private String newVariable() throws QlException {
        Token token = peek();
        String name = name("a variable");
        if (joins.variable(name) != null) {
            throw wrong(token, "the variable '" + name + "' is declared already");
        }
        return name;
    }

    private Fragment selected() throws QlException {
        Token token = peek();
        if (accept("OBJECT")) {
            expect("(");
            Variable variable = variable();
            expect(")");
            return Fragment.entity(variable.schema(), variable.key());
        }
        String word = token.text().toUpperCase(Locale.ROOT);
        if (token.kind() == Token.Kind.WORD
                && AGGREGATES.contains(word)
                && tokens.get(at + 1).is("(")) {
            return aggregate(word);
        }
        return path();
    }

    private Fragment aggregate(String function) throws QlException {
        aggregated = true;
        take();
        expect("(");
        String distinct = accept("DISTINCT") ? "DISTINCT " : "";
        Token token = peek();
        Fragment of = path();
        expect(")");
        if (of.isEntity()) {
            if (!function.equals("COUNT")) {
                throw wrong(token, function + " is of a field, not of an entity object");
            }
            if (!distinct.isEmpty() && of.parts().size() > 1) {
                counted = of.parts(); // of the several fields of a key no function takes the distinct ones everywhere
            }
            return Fragment.value("COUNT(" + distinct + of.parts().get(0) + ")", Long.class);
        }
        Class<?> type = switch (function) {
            case "COUNT" -> Long.class;
            case "AVG" -> Double.class;
            case "SUM" -> summed(of.type(), token);
            default -> of.type();
        };
        return Fragment.value(function + "(" + distinct + of.sql() + ")", type, of);
    }

    private static @Nullable Class<?> summed(@Nullable Class<?> type, Token token) throws QlException {
        if (type == null || type == BigDecimal.class || type == BigInteger.class) {
            return type;
        }
        if (type == String.class || type == boolean.class || type == Boolean.class) {
            throw wrong(token, "SUM is of numbers, not of " + type.getSimpleName());
        }
        boolean fraction = type == double.class || type == Double.class || type == float.class || type == Float.class;
        return fraction ? Double.class : Long.class;
    }

    private List<String> order() throws QlException {
        List<String> order = new ArrayList<>();
        if (!accept("ORDER")) {
            return order;
        }
        expect("BY");
        do {
            Token token = peek();
            Fragment by = path();
            if (by.isEntity()) {
                throw wrong(token, "ORDER BY is of fields, not of entity objects");
            }
            String how = accept("DESC") ? " DESC" : accept("ASC") ? " ASC" : "";
            order.add(by.sql() + how);
        } while (accept(","));
        return order;
    }

    // ---- paths -----------------------------------------------------------------------------------------------------

    private Variable variable() throws QlException {
        Token token = peek();
        String name = name("a variable");
        Variable variable = joins.variable(name);
        if (variable == null) {
            throw wrong(token, "'" + name + "' is no variable of FROM");
        }
        return variable;
    }

    private Relation relation(Variable of) throws QlException {
        Token token = peek();
        String field = name("a field");
        Relation relation = of.schema().relation(field);
        if (relation == null) {
            throw wrong(
                    token,
                    of.schema().fields().containsKey(field)
                            ? "'" + field + "' of " + of.schema().name() + " is a field, no relationship"
                            : unknown(of.schema(), field));
        }
        return relation;
    }

    private static String unknown(EntitySchema schema, String field) {
        List<String> known = new ArrayList<>(schema.fields().keySet());
        schema.relations().forEach(each -> {
            if (each.field() != null) {
                known.add(each.field());
            }
        });
        return schema.name() + " has no field '" + field + "'; it has " + known;
    }

    private Variable single(Variable source, Relation relation, Token token) throws QlException {
        if (relation.many()) {
            throw wrong(token, "'" + relation.field() + "' is a collection: declare a variable with IN(...) for it");
        }
        return joins.navigate(source, relation);
    }

    /** A path to a field or an entity object. */
    private Fragment path() throws QlException {
        Token start = peek();
        Variable variable = variable();
        while (accept(".")) {
            Token token = peek();
            String field = name("a field");
            Column column = variable.schema().fields().get(field);
            if (column != null) {
                if (peek().is(".")) {
                    throw wrong(peek(), "'" + field + "' is a field: a path ends there");
                }
                return Fragment.value(variable.column(column), column.type());
            }
            Relation relation = variable.schema().relation(field);
            if (relation == null) {
                throw wrong(token, unknown(variable.schema(), field));
            }
            variable = single(variable, relation, start);
        }
        return Fragment.entity(variable.schema(), variable.key());
    }

    // ---- conditions ------------------------------------------------------------------------------------------------

    private Fragment or() throws QlException {
        Fragment left = and();
        while (accept("OR")) {
            Fragment right = and();
            left = Fragment.value("(" + left.sql() + " OR " + right.sql() + ")", boolean.class, left, right);
        }
        return left;
    }

    private Fragment and() throws QlException {
        Fragment left = not();
        while (accept("AND")) {
            Fragment right = not();
            left = Fragment.value(left.sql() + " AND " + right.sql(), boolean.class, left, right);
        }
        return left;
    }

    private Fragment not() throws QlException {
        if (accept("NOT")) {
            Fragment of = not();
            return Fragment.value("NOT (" + of.sql() + ")", boolean.class, of);
        }
        int before = at;
        if (accept("(")) {
            // a condition in parentheses, or an expression
            try {
                Fragment inner = or();
                if (accept(")") && !comparison(peek())) {
                    return Fragment.value("(" + inner.sql() + ")", boolean.class, inner);
                }
            } catch (QlException e) {
                if (!expressionFits(before)) {
                    throw e;
                }
            }
            at = before;
        }
        return condition();
    }

    private boolean expressionFits(int from) {
        at = from;
        try {
            expression();
            return comparison(peek());
        } catch (QlException e) {
            return false;
        }
    }

    private static boolean comparison(Token token) {
        return Set.of("=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/").contains(token.text())
                || token.is("BETWEEN")
                || token.is("IN")
                || token.is("LIKE")
                || token.is("IS");
    }

    private Fragment condition() throws QlException {
        int before = at;
        Token start = peek();
        if (start.kind() == Token.Kind.WORD && tokens.get(at + 1).is(".")) {
            Fragment empty = emptiness();
            if (empty != null) {
                return empty;
            }
            at = before;
        }
        Fragment left = expression();
        boolean not = accept("NOT");
        Token operator = take();
        if (operator.is("BETWEEN")) {
            Fragment low = expression();
            expect("AND");
            Fragment high = expression();
            return Fragment.value(
                    left.sql() + (not ? " NOT" : "") + " BETWEEN " + low.sql() + " AND " + high.sql(),
                    boolean.class,
                    left,
                    low,
                    high);
        }
        if (operator.is("IN")) {
            return in(left, not);
        }
        if (operator.is("LIKE")) {
            return like(left, not);
        }
        if (operator.is("MEMBER")) {
            accept("OF");
            return member(left, not, operator);
        }
        if (not) {
            throw wrong(operator, "expected BETWEEN, IN, LIKE or MEMBER after NOT, found " + operator);
        }
        if (operator.is("IS")) {
            boolean isNot = accept("NOT");
            expect("NULL");
            return isNull(left, isNot);
        }
        if (!Set.of("=", "<>", "<", "<=", ">", ">=").contains(operator.text())) {
            throw wrong(operator, "expected a comparison, found " + operator);
        }
        Fragment right = expression();
        return left.isEntity() || right.isEntity()
                ? sameEntity(left, operator, right)
                : Fragment.value(left.sql() + " " + operator.text() + " " + right.sql(), boolean.class, left, right);
    }

    /** {@code path IS [NOT] EMPTY}; null where it is something else. */
    private @Nullable Fragment emptiness() throws QlException {
        Token start = peek();
        Variable source = variable();
        Relation relation = null;
        while (accept(".")) {
            if (relation != null) {
                if (relation.many()) {
                    return null;
                }
                source = joins.navigate(source, relation);
            }
            Token token = peek();
            relation = token.kind() == Token.Kind.WORD ? source.schema().relation(token.text()) : null;
            if (relation == null) {
                return null;
            }
            take();
        }
        if (!accept("IS")) {
            return null;
        }
        boolean not = accept("NOT");
        if (!accept("EMPTY")) {
            return null;
        }
        if (relation == null || !relation.many()) {
            throw wrong(start, "IS EMPTY is of a collection of entity objects");
        }
        return Fragment.value((not ? "" : "NOT ") + exists(source, relation, none -> ""), boolean.class);
    }

    /** A subquery for the entity objects to which a row is related. */
    private String exists(Variable source, Relation relation, Function<List<String>, String> more) {
        Relation.JoinTable join = relation.join();
        String alias = joins.alias();
        if (join != null) {
            return "EXISTS (SELECT 1 FROM " + join.table() + " " + alias + " WHERE "
                    + Joins.equal(Joins.prefixed(alias, join.toSource()), source.key())
                    + more.apply(Joins.prefixed(alias, join.toTarget())) + ")";
        }
        Variable to = new Variable(relation.target(), alias, source.root());
        return "EXISTS (SELECT 1 FROM " + relation.target().table() + " " + alias + " WHERE "
                + Joins.condition(source, relation, to) + more.apply(to.key()) + ")";
    }

    private Fragment member(Fragment left, boolean not, Token operator) throws QlException {
        Token start = peek();
        Variable source = variable();
        Relation relation = null;
        while (accept(".")) {
            if (relation != null) {
                source = single(source, relation, start);
            }
            relation = relation(source);
        }
        if (relation == null || !relation.many()) {
            throw wrong(start, "MEMBER OF is of a collection of entity objects");
        }
        Fragment of = entity(left, relation.target(), operator);
        String exists = exists(source, relation, key -> " AND " + Joins.equal(key, of.parts()));
        return Fragment.value((not ? "NOT " : "") + exists, boolean.class, of);
    }

    /** An entity object, which may be a parameter. */
    private static Fragment entity(Fragment of, EntitySchema schema, Token token) throws QlException {
        if (of.parameter() >= 0) {
            List<Binding> bindings = new ArrayList<>();
            List<String> marks = new ArrayList<>();
            for (int i = 0; i < schema.key().size(); i++) {
                bindings.add(new Binding(of.parameter(), schema, i));
                marks.add("?");
            }
            return new Fragment("", bindings, marks, schema, null, -1);
        }
        if (of.entity() != schema) {
            throw wrong(token, "expected an entity object of " + schema.name());
        }
        return of;
    }

    private Fragment sameEntity(Fragment left, Token operator, Fragment right) throws QlException {
        if (!operator.is("=") && !operator.is("<>")) {
            throw wrong(operator, "entity objects are compared by = and <> only");
        }
        EntitySchema schema = left.entity() != null ? left.entity() : right.entity();
        if (schema == null) {
            throw wrong(operator, "expected an entity object");
        }
        Fragment one = entity(left, schema, operator);
        Fragment other = entity(right, schema, operator);
        String same = Joins.equal(one.parts(), other.parts());
        // the bindings of a key alternate with columns, or with other bindings of the same place
        List<Binding> bindings = new ArrayList<>();
        for (int i = 0; i < one.parts().size(); i++) {
            if (!one.bindings().isEmpty()) {
                bindings.add(one.bindings().get(i));
            }
            if (!other.bindings().isEmpty()) {
                bindings.add(other.bindings().get(i));
            }
        }
        String sql = operator.is("=") ? "(" + same + ")" : "NOT (" + same + ")";
        return new Fragment(sql, bindings, List.of(), null, boolean.class, -1);
    }

    private static Fragment isNull(Fragment of, boolean not) {
        String sql = of.isEntity() ? of.parts().get(0) : of.sql();
        return Fragment.value(sql + (not ? " IS NOT NULL" : " IS NULL"), boolean.class, of);
    }

    private Fragment in(Fragment left, boolean not) throws QlException {
        expect("(");
        List<Fragment> all = new ArrayList<>();
        all.add(left);
        StringBuilder sql = new StringBuilder(left.sql()).append(not ? " NOT IN (" : " IN (");
        do {
            Fragment each = expression();
            sql.append(all.size() == 1 ? "" : ", ").append(each.sql());
            all.add(each);
        } while (accept(","));
        expect(")");
        return Fragment.value(sql.append(')').toString(), boolean.class, all.toArray(new Fragment[0]));
    }

    private Fragment like(Fragment left, boolean not) throws QlException {
        Fragment pattern = expression();
        String sql = left.sql() + (not ? " NOT LIKE " : " LIKE ") + pattern.sql();
        if (accept("ESCAPE")) {
            Fragment escape = primary();
            return Fragment.value(sql + " ESCAPE " + escape.sql(), boolean.class, left, pattern, escape);
        }
        return Fragment.value(sql, boolean.class, left, pattern);
    }

    // ---- expressions -----------------------------------------------------------------------------------------------

    private Fragment expression() throws QlException {
        Fragment left = term();
        while (peek().is("+") || peek().is("-")) {
            String operator = take().text();
            Fragment right = term();
            left = Fragment.value(left.sql() + " " + operator + " " + right.sql(), left.type(), left, right);
        }
        return left;
    }

    private Fragment term() throws QlException {
        Fragment left = factor();
        while (peek().is("*") || peek().is("/")) {
            String operator = take().text();
            Fragment right = factor();
            left = Fragment.value(left.sql() + " " + operator + " " + right.sql(), left.type(), left, right);
        }
        return left;
    }

    private Fragment factor() throws QlException {
        if (accept("-")) {
            Fragment of = factor();
            return Fragment.value("-" + of.sql(), of.type(), of);
        }
        accept("+");
        return primary();
    }

    private Fragment primary() throws QlException {
        Token token = peek();
        switch (token.kind()) {
            case STRING -> {
                take();
                return Fragment.value("'" + token.text().replace("'", "''") + "'", String.class);
            }
            case NUMBER -> {
                take();
                return Fragment.value(token.text(), null);
            }
            case PARAMETER -> {
                take();
                int index = Integer.parseInt(token.text());
                if (index < 1 || index > parameters) {
                    throw wrong(token, "the method has " + parameters + " parameters, no ?" + index);
                }
                return Fragment.parameter(index - 1);
            }
            case SYMBOL -> {
                expect("(");
                Fragment inner = expression();
                expect(")");
                return Fragment.value("(" + inner.sql() + ")", inner.type(), inner);
            }
            case WORD -> {
                if (token.is("TRUE") || token.is("FALSE")) {
                    take();
                    return Fragment.value(token.text().toUpperCase(Locale.ROOT), boolean.class);
                }
                return tokens.get(at + 1).is("(") ? function() : path();
            }
            default -> throw wrong(token, "expected a value, found " + token);
        }
    }

    private Fragment function() throws QlException {
        Token token = take();
        String name = token.text().toUpperCase(Locale.ROOT);
        expect("(");
        List<Fragment> arguments = new ArrayList<>();
        do {
            arguments.add(expression());
        } while (accept(","));
        expect(")");
        int count = arguments.size();
        boolean fits = switch (name) {
            case "CONCAT", "MOD" -> count == 2;
            case "SUBSTRING" -> count == 3;
            case "LENGTH", "ABS", "SQRT", "UPPER", "LOWER" -> count == 1;
            case "LOCATE" -> count == 2 || count == 3;
            default -> throw wrong(token, "EJB QL has no function " + token.text());
        };
        if (!fits) {
            throw wrong(token, name + " does not take " + count + " arguments");
        }
        Class<?> type = switch (name) {
            case "CONCAT", "SUBSTRING", "UPPER", "LOWER" -> String.class;
            case "SQRT" -> Double.class;
            case "ABS", "MOD" -> arguments.get(0).type();
            default -> Integer.class;
        };
        String listed = String.join(", ", arguments.stream().map(Fragment::sql).toList());
        String sql = name.equals("LENGTH") ? "CHAR_LENGTH(" + listed + ")" : name + "(" + listed + ")";
        return Fragment.value(sql, type, arguments.toArray(new Fragment[0]));
    }
}
