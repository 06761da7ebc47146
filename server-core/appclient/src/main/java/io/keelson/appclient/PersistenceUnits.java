package io.keelson.appclient;

import java.lang.reflect.InvocationTargetException;

/**
 * Persistence units of a client (Jakarta EE Platform 11, EE.5.10): those of its own class path, which it opens as any program of Java SE
 * does. The API is known by name, as few clients bring it.
 */
final class PersistenceUnits {
    private PersistenceUnits() {}

    static Object factory(Reference reference, ClassLoader loader) throws ClientException {
        String unit = reference.link();
        if (unit == null) {
            throw new ClientException(reference.place() + ": name the persistence unit (unitName)");
        }
        unit = unit.substring(unit.indexOf('#') + 1);
        try {
            return Class.forName("jakarta.persistence.Persistence", true, loader)
                    .getMethod("createEntityManagerFactory", String.class)
                    .invoke(null, unit);
        } catch (InvocationTargetException e) {
            throw new ClientException(
                    reference.place() + ": the persistence unit '" + unit + "' cannot be opened: "
                            + e.getCause() + "; in a client it names its JDBC driver and URL itself"
                            + " (jakarta.persistence.jdbc.url) and is RESOURCE_LOCAL",
                    e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new ClientException(reference.place() + ": there is no Jakarta Persistence here: " + e, e);
        }
    }
}
