package io.keelson.ee.jpa.unit;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Finds the classes and packages that a unit manages by their annotations.
 *
 * <p>Specification: Persistence 3.2, 8.2.1.6 Managed Classes, Resources and Packages.
 */
final class ManagedClasses {
    private static final List<DotName> OF_CLASSES = List.of(
            DotName.createSimple("jakarta.persistence.Entity"),
            DotName.createSimple("jakarta.persistence.Embeddable"),
            DotName.createSimple("jakarta.persistence.MappedSuperclass"),
            DotName.createSimple("jakarta.persistence.Converter"));

    /** Prefixes of annotations that count on a package. */
    private static final List<String> OF_PACKAGES = List.of("jakarta.persistence.", "org.hibernate.annotations.");

    private ManagedClasses() {}

    /** The names, in alphabetical order. */
    static Set<String> of(IndexView index) {
        Set<String> names = new TreeSet<>();
        for (DotName annotation : OF_CLASSES) {
            for (AnnotationInstance found : index.getAnnotations(annotation)) {
                if (found.target().kind() == AnnotationTarget.Kind.CLASS) {
                    names.add(found.target().asClass().name().toString());
                }
            }
        }
        index.getKnownClasses().stream()
                .filter(known -> known.name().toString().endsWith(".package-info"))
                .filter(known -> known.declaredAnnotations().stream()
                        .anyMatch(a -> OF_PACKAGES.stream().anyMatch(a.name().toString()::startsWith)))
                .forEach(known -> names.add(known.name().toString()));
        return names;
    }
}
