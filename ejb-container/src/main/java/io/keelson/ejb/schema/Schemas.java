package io.keelson.ejb.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The abstract schemas of a module. Filled by {@link SchemaReader}, immutable from then on. */
public final class Schemas {
    /** Creation of the tables of a module. */
    public enum Tables {
        /** Tables are there. */
        EXIST,
        /** Those that are missing are made at deployment. */
        CREATE,
        /** Tables are made anew at deployment. */
        DROP_AND_CREATE
    }

    private final Map<String, EntitySchema> byBean = new LinkedHashMap<>();
    private Tables tables = Tables.EXIST;

    void add(EntitySchema schema) {
        byBean.put(schema.bean(), schema);
    }

    void tables(Tables how) {
        tables = how;
    }

    /** Returns how the tables come to be there. */
    public Tables tables() {
        return tables;
    }

    /** Returns the schemas, by the name of their bean. */
    public Map<String, EntitySchema> byBean() {
        return byBean;
    }

    /** Returns the schema with that abstract schema name; null where there is none. */
    public @Nullable EntitySchema named(String name) {
        for (EntitySchema each : byBean.values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }
}
