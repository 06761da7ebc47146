package io.keelson.ejb.schema;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mapping to tables that {@code weblogic-cmp-rdbms-jar.xml} declares, or files that {@code type-storage} names. Confined to the
 * deploying thread.
 *
 * @param roots the root elements, of one file each
 */
record RdbmsMapping(List<Element> roots) {
    private List<Element> all(String name) {
        return roots.stream().flatMap(root -> root.all(name).stream()).toList();
    }

    private static @Nullable Element child(@Nullable Element of, String name) {
        return of == null ? null : of.first(name);
    }

    @Nullable
    Element bean(String name) {
        for (Element each : all("weblogic-rdbms-bean")) {
            if (name.equals(each.textOf("ejb-name"))) {
                return each;
            }
        }
        return null;
    }

    /** Returns the element {@code table-map}; that of the bean itself in versions before 7. */
    private @Nullable Element tableMap(String bean) throws DeploymentException {
        Element of = bean(bean);
        List<Element> maps = of == null ? List.of() : of.all("table-map");
        if (maps.size() > 1) {
            throw maps.get(1).wrong("is a second table of the bean '" + bean + "'; one is supported");
        }
        return maps.isEmpty() ? of : maps.get(0);
    }

    String table(String bean, String otherwise) throws DeploymentException {
        Element map = tableMap(bean);
        String name = map == null ? null : map.textOf("table-name");
        return name == null ? SqlNames.of(otherwise) : name;
    }

    String dataSource(String bean) {
        Element of = bean(bean);
        String name = of == null ? null : of.textOf("data-source-name");
        name = name == null && of != null ? of.textOf("data-source-jndi-name") : name;
        name = name == null && of != null ? of.textOf("pool-name") : name;
        return name == null ? "java:comp/DefaultDataSource" : name;
    }

    /** Returns the columns of a bean's fields. */
    Map<String, Element> columns(String bean) throws DeploymentException {
        Map<String, Element> columns = new LinkedHashMap<>();
        Element map = tableMap(bean);
        for (Element each : map == null ? List.<Element>of() : map.all("field-map")) {
            columns.put(each.requiredTextOf("cmp-field"), each);
        }
        return columns;
    }

    /** Returns the finders of a bean with persistence of version 1.x; older ones have a list for them. */
    List<Element> finders(String bean) {
        Element of = bean(bean);
        if (of == null) {
            return List.of();
        }
        List<Element> finders = new ArrayList<>(of.all("finder"));
        for (Element list : of.all("finder-list")) {
            finders.addAll(list.all("finder"));
        }
        return finders;
    }

    EntitySchema.Verification verification(String bean) throws DeploymentException {
        Element verify = child(tableMap(bean), "verify-columns");
        if (verify == null) {
            return EntitySchema.Verification.NONE;
        }
        return switch (verify.text().toLowerCase(Locale.ROOT)) {
            case "version" -> EntitySchema.Verification.VERSION;
            case "modified" -> EntitySchema.Verification.MODIFIED;
            case "read" -> EntitySchema.Verification.READ;
            default -> throw verify.wrong("is '" + verify.text() + "'; expected Version, Modified or Read");
        };
    }

    @Nullable
    String versionColumn(String bean) throws DeploymentException {
        Element map = tableMap(bean);
        return map == null ? null : map.textOf("optimistic-column");
    }

    Schemas.Tables tables() throws DeploymentException {
        List<Element> said = all("create-default-dbms-tables");
        if (said.isEmpty()) {
            return Schemas.Tables.EXIST;
        }
        Element create = said.get(0);
        return switch (create.text().toLowerCase(Locale.ROOT)) {
            case "disabled", "false" -> Schemas.Tables.EXIST;
            case "createonly", "true" -> Schemas.Tables.CREATE;
            case "dropandcreate", "dropandcreatealways" -> Schemas.Tables.DROP_AND_CREATE;
            default ->
                throw create.wrong("is '" + create.text()
                        + "'; expected Disabled, CreateOnly, DropAndCreate or DropAndCreateAlways");
        };
    }

    /** A relationship. */
    @Nullable
    Element relation(String name) {
        for (Element each : all("weblogic-rdbms-relation")) {
            if (name.equals(each.textOf("relation-name"))) {
                return each;
            }
        }
        return null;
    }

    /** A pair of columns: a foreign key, and the key column that it stands for. */
    record Pair(String foreignKey, String key, Element place) {}

    /** Returns the columns of a role; empty where nothing declares them. */
    static List<Pair> pairs(@Nullable Element relation, @Nullable String role) throws DeploymentException {
        List<Pair> pairs = new ArrayList<>();
        for (Element each : relation == null ? List.<Element>of() : relation.all("weblogic-relationship-role")) {
            if (role != null && role.equals(each.textOf("relationship-role-name"))) {
                Element map = each.first("relationship-role-map");
                for (Element pair : (map == null ? each : map).all("column-map")) {
                    pairs.add(new Pair(
                            pair.requiredTextOf("foreign-key-column"), pair.requiredTextOf("key-column"), pair));
                }
            }
        }
        return pairs;
    }
}
