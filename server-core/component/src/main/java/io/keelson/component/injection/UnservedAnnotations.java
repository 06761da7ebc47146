package io.keelson.component.injection;

import io.keelson.component.spi.InjectionPoint;
import java.lang.annotation.Annotation;
import java.util.Map;
import javax.naming.NamingException;

/**
 * The annotations of a room that serves only modules which have what it needs. Where a component has one in another module, its
 * injection fails and says so: a member that stays null would be found later, at the first call.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 */
final class UnservedAnnotations {
    private static final String NO_UNIT =
            " needs a persistence unit, and the module sees none; add META-INF/persistence.xml to its"
                    + " classes or a library";
    private static final Map<String, String> MISSING =
            Map.of("jakarta.persistence.PersistenceContext", NO_UNIT, "jakarta.persistence.PersistenceUnit", NO_UNIT);

    private UnservedAnnotations() {}

    /** Refuses an annotation that no source serves and that only a source could. */
    static void check(InjectionPoint point, Annotation annotation) throws NamingException {
        String missing = MISSING.get(annotation.annotationType().getName());
        if (missing != null) {
            throw new NamingException(point.describe(annotation.annotationType()) + missing);
        }
    }
}
