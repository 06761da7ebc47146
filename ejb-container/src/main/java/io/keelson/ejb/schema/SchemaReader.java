package io.keelson.ejb.schema;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the abstract schemas of a module from {@code ejb-jar.xml} and {@code weblogic-cmp-rdbms-jar.xml}. Confined to the deploying thread.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.1 to 10.3.13, 14.1 and chapter 22.
 */
public final class SchemaReader {
    private final Loader loader;
    /** The column of keys that are known at deployment only. */
    private static final String GENERATED_KEY = "GENERATED_KEY";

    private final RdbmsMapping mapping;
    private final Schemas schemas = new Schemas();
    private final Predicate<Element> fields;

    /** Loads a class that an element names. */
    public interface Loader {
        /** Loads it. */
        Class<?> load(Element element, String name) throws DeploymentException;
    }

    /**
     * Makes a reader.
     *
     * @param mappings the roots of {@code weblogic-cmp-rdbms-jar.xml} and its like; none: defaults
     * @param fields tells of an entity bean if its persistence is of version 1.x, in public fields
     */
    public SchemaReader(Loader loader, List<Element> mappings, Predicate<Element> fields) {
        this.fields = fields;
        this.loader = loader;
        this.mapping = new RdbmsMapping(mappings);
    }

    /**
     * Reads the schemas.
     *
     * @param entities the elements {@code entity} with container-managed persistence
     * @param relationships the element {@code relationships}; null: there is none
     */
    public Schemas read(List<Element> entities, @Nullable Element relationships) throws DeploymentException {
        schemas.tables(mapping.tables());
        for (Element each : entities) {
            schema(each);
        }
        for (Element each : relationships == null ? List.<Element>of() : relationships.all("ejb-relation")) {
            relation(each);
        }
        return schemas;
    }

    private void schema(Element element) throws DeploymentException {
        String bean = element.requiredTextOf("ejb-name");
        boolean inFields = fields.test(element);
        String declared = element.textOf("abstract-schema-name");
        String name = declared == null && inFields ? bean : declared;
        if (name == null) {
            throw element.wrong("expected an <abstract-schema-name>: the persistence of the bean '" + bean
                    + "' is managed by the container (Enterprise JavaBeans 2.1, 10.3.13)");
        }
        if (schemas.named(name) != null) {
            throw element.wrong("has the abstract-schema-name '" + name
                    + "', which another bean of the module has (Enterprise JavaBeans 2.1, 10.3.13)");
        }
        Class<?> beanClass = loader.load(element, element.requiredTextOf("ejb-class"));
        Class<?> keyClass = loader.load(element, element.requiredTextOf("prim-key-class"));
        EntitySchema schema =
                new EntitySchema(name, bean, beanClass, keyClass, mapping.table(bean, name), mapping.dataSource(bean));
        schema.publicFields(inFields);
        fields(element, schema);
        for (Element each : element.all("query")) {
            query(each, schema);
        }
        for (Element each : mapping.finders(bean)) {
            finder(each, schema);
        }
        verification(element, schema);
        schemas.add(schema);
    }

    private void fields(Element element, EntitySchema schema) throws DeploymentException {
        Map<String, Element> columns = mapping.columns(schema.bean());
        Element single = element.first("primkey-field");
        List<String> names = new ArrayList<>();
        for (Element each : element.all("cmp-field")) {
            String field = each.requiredTextOf("field-name");
            names.add(field);
            Class<?> type = schema.publicFields()
                    ? fieldType(each, schema.beanClass(), field)
                    : type(each, schema.beanClass(), field);
            boolean key = single != null ? field.equals(single.text()) : publicField(schema.keyClass(), field) != null;
            Element column = columns.get(field);
            schema.addField(
                    field, column == null ? SqlNames.of(field) : column.requiredTextOf("dbms-column"), type, key);
        }
        for (Map.Entry<String, Element> each : columns.entrySet()) {
            if (!names.contains(each.getKey())) {
                throw each.getValue()
                        .wrong("maps the field '" + each.getKey() + "', which the bean '" + schema.bean()
                                + "' does not have; it has " + names);
            }
        }
        if (single != null) {
            Column key = schema.fields().get(single.text());
            if (key == null) {
                throw single.wrong("names '" + single.text() + "', which is no cmp-field of the bean '" + schema.bean()
                        + "' (Enterprise JavaBeans 2.1, 10.8.1)");
            }
            if (key.type() != schema.keyClass()) {
                throw single.wrong("has the type " + key.type().getName() + "; the prim-key-class is "
                        + schema.keyClass().getName() + " (Enterprise JavaBeans 2.1, 10.8.1)");
            }
            schema.keyField(key);
        } else if (schema.keyClass() == Object.class) {
            schema.generatedKey(schema.addColumn(GENERATED_KEY, String.class, true));
        } else if (schema.key().isEmpty()) {
            throw element.wrong("has neither a primkey-field nor public fields of "
                    + schema.keyClass().getName()
                    + " with the names of cmp-fields; keys that are known at deployment only have the prim-key-class"
                    + " java.lang.Object (Enterprise JavaBeans 2.1, 10.8.2)");
        }
    }

    private static java.lang.reflect.@Nullable Field publicField(Class<?> type, String name) {
        try {
            java.lang.reflect.Field field = type.getField(name);
            return Modifier.isStatic(field.getModifiers()) ? null : field;
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    static String accessor(String prefix, String field) {
        return prefix + Character.toUpperCase(field.charAt(0)) + field.substring(1);
    }

    private static Class<?> fieldType(Element element, Class<?> bean, String name) throws DeploymentException {
        java.lang.reflect.Field field = publicField(bean, name);
        if (field == null || Modifier.isFinal(field.getModifiers()) || Modifier.isTransient(field.getModifiers())) {
            throw element.wrong("names the field '" + name + "', and " + bean.getName() + " has no public field of that"
                    + " name that is neither static, final nor transient (Enterprise JavaBeans 2.1, 14.1.1)");
        }
        return field.getType();
    }

    private static Class<?> type(Element element, Class<?> bean, String field) throws DeploymentException {
        Method getter = method(bean, accessor("get", field));
        if (getter == null) {
            throw element.wrong("names the field '" + field + "', and " + bean.getName() + " has no abstract method "
                    + accessor("get", field) + "() (Enterprise JavaBeans 2.1, 10.6.2)");
        }
        if (!Modifier.isAbstract(getter.getModifiers())) {
            throw element.wrong("names the field '" + field + "', whose method " + accessor("get", field)
                    + " must be abstract (Enterprise JavaBeans 2.1, 10.6.2)");
        }
        Method setter = method(bean, accessor("set", field), getter.getReturnType());
        if (setter == null || !Modifier.isAbstract(setter.getModifiers()) || setter.getReturnType() != void.class) {
            throw element.wrong("names the field '" + field + "', and " + bean.getName()
                    + " has no abstract void method " + accessor("set", field) + "("
                    + getter.getReturnType().getName() + ") (Enterprise JavaBeans 2.1, 10.6.2)");
        }
        return getter.getReturnType();
    }

    private static @Nullable Method method(Class<?> bean, String name, Class<?>... parameters) {
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            try {
                return each.getDeclaredMethod(name, parameters);
            } catch (NoSuchMethodException e) {
                // it may be a superclass's
            }
        }
        return null;
    }

    private void query(Element element, EntitySchema schema) throws DeploymentException {
        Element method = element.first("query-method");
        if (method == null) {
            throw element.wrong("expected a <query-method>");
        }
        Element parameters = method.first("method-params");
        String mapping = element.textOf("result-type-mapping");
        schema.add(new EntitySchema.Query(
                method.requiredTextOf("method-name"),
                parameters == null ? List.of() : parameters.textsOf("method-param"),
                element.requiredTextOf("ejb-ql"),
                "remote".equalsIgnoreCase(mapping),
                element.location().toString()));
    }

    /** A finder of a bean of version 1.x. */
    private static void finder(Element element, EntitySchema schema) throws DeploymentException {
        if (!schema.publicFields()) {
            throw element.wrong("is for persistence of version 1.x; the bean '" + schema.bean()
                    + "' has version 2.x, whose queries are in ejb-jar.xml");
        }
        if (element.has("finder-sql")) {
            throw element.wrong("has a <finder-sql>, which is not supported; write a <finder-query>");
        }
        List<String> parameters = element.textsOf("finder-param");
        String expression = element.textOf("finder-query");
        String ql;
        try {
            ql = FinderExpression.toQl(expression == null ? "" : expression, schema, parameters.size());
        } catch (IllegalArgumentException e) {
            throw element.wrong("has a <finder-query> that cannot be read, " + e.getMessage() + ", in: " + expression);
        }
        schema.add(new EntitySchema.Query(
                element.requiredTextOf("finder-name"),
                parameters,
                ql,
                false,
                element.location().toString()));
    }

    private void verification(Element element, EntitySchema schema) throws DeploymentException {
        EntitySchema.Verification how = mapping.verification(schema.bean());
        Column version = null;
        if (how == EntitySchema.Verification.VERSION) {
            String column = mapping.versionColumn(schema.bean());
            if (column == null) {
                throw element.wrong(
                        "has verify-columns Version for the bean '" + schema.bean() + "' and no optimistic-column");
            }
            version = schema.addColumn(column, Long.class, false);
        }
        schema.verify(how, version);
    }

    // ---- relationships ---------------------------------------------------------------------------------------------

    /** A role of a relationship. */
    private record Role(
            Element element,
            @Nullable String name,
            EntitySchema bean,
            boolean many,
            boolean cascade,
            @Nullable String field) {}

    private Role role(Element element) throws DeploymentException {
        String multiplicity = element.requiredTextOf("multiplicity");
        if (!Set.of("one", "many").contains(multiplicity.toLowerCase(java.util.Locale.ROOT))) {
            throw element.wrong("has the multiplicity '" + multiplicity + "'; expected One or Many");
        }
        Element source = element.first("relationship-role-source");
        String bean = source == null ? null : source.textOf("ejb-name");
        EntitySchema schema = bean == null ? null : schemas.byBean().get(bean);
        if (schema == null) {
            throw element.wrong("names the bean '" + bean
                    + "', which is no entity bean of the module with container-managed persistence"
                    + " (Enterprise JavaBeans 2.1, 10.3.2)");
        }
        if (schema.publicFields()) {
            throw element.wrong("names the bean '" + bean
                    + "', whose persistence of version 1.x has no relationships (Enterprise JavaBeans 2.1, 14.1)");
        }
        Element field = element.first("cmr-field");
        return new Role(
                element,
                element.textOf("ejb-relationship-role-name"),
                schema,
                multiplicity.equalsIgnoreCase("many"),
                element.has("cascade-delete"),
                field == null ? null : field.requiredTextOf("cmr-field-name"));
    }

    private void relation(Element element) throws DeploymentException {
        List<Element> roles = element.all("ejb-relationship-role");
        if (roles.size() != 2) {
            throw element.wrong("has " + roles.size() + " roles; expected two (Enterprise JavaBeans 2.1, 10.3.2)");
        }
        Role a = role(roles.get(0));
        Role b = role(roles.get(1));
        if (a.field() == null && b.field() == null) {
            throw element.wrong("has no cmr-field in either role (Enterprise JavaBeans 2.1, 10.3.2)");
        }
        String named = element.textOf("ejb-relation-name");
        String name = named == null ? a.bean().bean() + "-" + b.bean().bean() : named;
        // The multiplicity of a role is that of its own bean: the other bean sees it.
        Relation ofA = new Relation(
                name,
                a.bean(),
                b.bean(),
                a.field(),
                b.many(),
                b.cascade(),
                a.bean().relations().size());
        a.bean().add(ofA);
        Relation ofB = new Relation(
                name,
                b.bean(),
                a.bean(),
                b.field(),
                a.many(),
                a.cascade(),
                b.bean().relations().size());
        b.bean().add(ofB);
        ofA.opposite(ofB);
        ofB.opposite(ofA);
        check(a, ofA);
        check(b, ofB);
        if (a.cascade() && b.many() || b.cascade() && a.many()) {
            throw element.wrong("has a cascade-delete whose other role has the multiplicity Many"
                    + " (Enterprise JavaBeans 2.1, 10.3.4.2)");
        }
        columns(name, a, b, ofA, ofB);
    }

    private static void check(Role role, Relation relation) throws DeploymentException {
        String field = role.field();
        if (field == null) {
            return;
        }
        Class<?> bean = role.bean().beanClass();
        Method getter = method(bean, accessor("get", field));
        if (getter == null || !Modifier.isAbstract(getter.getModifiers())) {
            throw role.element()
                    .wrong("names the cmr-field '" + field + "', and " + bean.getName() + " has no abstract method "
                            + accessor("get", field) + "() (Enterprise JavaBeans 2.1, 10.6.2)");
        }
        boolean collection = Collection.class.isAssignableFrom(getter.getReturnType());
        if (collection != relation.many()) {
            throw role.element()
                    .wrong("has the cmr-field '" + field + "' of the type "
                            + getter.getReturnType().getName() + ", and the other role has the multiplicity "
                            + (relation.many() ? "Many" : "One") + " (Enterprise JavaBeans 2.1, 10.3.2)");
        }
        if (collection && getter.getReturnType() != Collection.class && getter.getReturnType() != Set.class) {
            throw role.element()
                    .wrong("has the cmr-field '" + field + "' of the type "
                            + getter.getReturnType().getName() + "; expected java.util.Collection or java.util.Set"
                            + " (Enterprise JavaBeans 2.1, 10.3.2)");
        }
    }

    private void columns(String name, Role a, Role b, Relation ofA, Relation ofB) throws DeploymentException {
        Element declared = mapping.relation(name);
        List<RdbmsMapping.Pair> pairsA = RdbmsMapping.pairs(declared, a.name());
        List<RdbmsMapping.Pair> pairsB = RdbmsMapping.pairs(declared, b.name());
        String table = declared == null ? null : declared.textOf("table-name");
        boolean crossed =
                !maps(pairsA, a.bean()) && maps(pairsA, b.bean()) || !maps(pairsB, b.bean()) && maps(pairsB, a.bean());
        if (crossed && a.many() && b.many()) {
            // the key columns tell that each role has the columns with the key of the other one's bean
            List<RdbmsMapping.Pair> other = pairsA;
            pairsA = pairsB;
            pairsB = other;
        }
        if (a.many() && b.many() || table != null) {
            List<String> toA = joinColumns(a.bean(), pairsA, a.bean() == b.bean() ? "source_" : "");
            List<String> toB = joinColumns(b.bean(), pairsB, a.bean() == b.bean() ? "target_" : "");
            String of = table == null ? SqlNames.of(name) : table;
            ofA.join(new Relation.JoinTable(of, toA, toB));
            ofB.join(new Relation.JoinTable(of, toB, toA));
            return;
        }
        boolean inA = a.many() || !b.many() && (pairsB.isEmpty() && (!pairsA.isEmpty() || a.field() != null));
        if (inA) {
            ofA.foreignKey(foreignKey(ofA, pairsA));
        } else {
            ofB.foreignKey(foreignKey(ofB, pairsB));
        }
    }

    private static boolean maps(List<RdbmsMapping.Pair> pairs, EntitySchema bean) {
        return pairs.stream()
                .allMatch(
                        pair -> bean.key().stream().anyMatch(each -> each.name().equalsIgnoreCase(pair.key())));
    }

    private static List<String> joinColumns(EntitySchema bean, List<RdbmsMapping.Pair> pairs, String prefix)
            throws DeploymentException {
        List<String> columns = new ArrayList<>();
        for (Column each : bean.key()) {
            RdbmsMapping.Pair pair = pair(pairs, each);
            columns.add(pair != null ? pair.foreignKey() : prefix + bean.name() + "_" + each.name());
        }
        return columns;
    }

    private static RdbmsMapping.@Nullable Pair pair(List<RdbmsMapping.Pair> pairs, Column key)
            throws DeploymentException {
        for (RdbmsMapping.Pair each : pairs) {
            if (each.key().equalsIgnoreCase(key.name())) {
                return each;
            }
        }
        if (!pairs.isEmpty()) {
            throw pairs.get(0).place().wrong("maps no foreign-key-column to the key-column '" + key.name() + "'");
        }
        return null;
    }

    private static List<Column> foreignKey(Relation relation, List<RdbmsMapping.Pair> pairs)
            throws DeploymentException {
        List<Column> columns = new ArrayList<>();
        String field = relation.field();
        String prefix = field == null ? relation.target().name() : field;
        for (Column each : relation.target().key()) {
            RdbmsMapping.Pair pair = pair(pairs, each);
            String name = pair != null ? pair.foreignKey() : prefix + "_" + each.name();
            columns.add(relation.source().addColumn(name, boxed(each.type()), false));
        }
        return columns;
    }

    private static Class<?> boxed(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).wrap().returnType();
    }
}
