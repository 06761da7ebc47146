package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.Deployment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * The application's classes that extend, implement or are annotated with a type. Classes of the application are
 * looked up in the index; where a hierarchy leaves the application, into the JDK or the server, its classes are loaded.
 * One a deployment; confined to its thread.
 *
 * <p>Specification: Servlet 6.1, 8.2.4 Shared Libraries / Runtimes Pluggability.
 */
final class HandledTypes {
    private final Deployment deployment;
    private final List<Source> sources = new ArrayList<>();

    /** Classes that were looked at, each with true if it is a subtype of the type at hand. */
    private final Map<DotName, Boolean> known = new HashMap<>();

    private record Source(String name, IndexView index) {}

    HandledTypes(Deployment deployment, WebSources sources) {
        this.deployment = deployment;
        this.sources.add(new Source("WEB-INF/classes", deployment.indexOfClasses()));
        for (Fragment fragment : sources.fragments()) {
            this.sources.add(
                    new Source("WEB-INF/lib/" + fragment.library().name(), deployment.index(fragment.library())));
        }
    }

    /** Adds the names of the classes that go with that type, of each archive in the order of their names. */
    void addTo(Set<String> handled, String type, String initializer) {
        DotName name = DotName.createSimple(type);
        known.clear();
        @Nullable Class<?> outside = deployment.index().getClassByName(name) == null ? load(name, initializer) : null;
        for (Source source : sources) {
            List<DotName> found = new ArrayList<>();
            for (ClassInfo info : source.index.getKnownClasses()) {
                if (!info.name().equals(name) && subtype(info, name, outside, initializer)) {
                    found.add(info.name());
                }
            }
            for (AnnotationInstance annotation : source.index.getAnnotations(name)) {
                ClassInfo annotated = classOf(annotation.target());
                if (annotated != null) {
                    found.add(annotated.name());
                }
            }
            found.stream()
                    .sorted(Comparator.naturalOrder())
                    .map(DotName::toString)
                    .forEach(handled::add);
        }
    }

    /** Annotations count on the class, its methods and its fields. */
    private static @Nullable ClassInfo classOf(@Nullable AnnotationTarget target) {
        if (target == null) {
            return null;
        }
        return switch (target.kind()) {
            case CLASS -> target.asClass();
            case METHOD -> target.asMethod().declaringClass();
            case FIELD -> target.asField().declaringClass();
            default -> null;
        };
    }

    private boolean subtype(ClassInfo info, DotName type, @Nullable Class<?> outside, String initializer) {
        Boolean answer = known.get(info.name());
        if (answer == null) {
            known.put(info.name(), false); // ends a circle, which only a broken archive has
            answer = info.superName() != null && subtype(info.superName(), type, outside, initializer)
                    || info.interfaceNames().stream().anyMatch(name -> subtype(name, type, outside, initializer));
            known.put(info.name(), answer);
        }
        return answer;
    }

    private boolean subtype(DotName name, DotName type, @Nullable Class<?> outside, String initializer) {
        if (name.equals(type)) {
            return true;
        }
        ClassInfo info = deployment.index().getClassByName(name);
        if (info != null) {
            return subtype(info, type, outside, initializer);
        }
        if (outside == null) {
            return false; // what is outside of the application does not extend what is inside
        }
        Boolean answer = known.get(name);
        if (answer == null) {
            Class<?> loaded = load(name, initializer);
            answer = loaded != null && outside.isAssignableFrom(loaded);
            known.put(name, answer);
        }
        return answer;
    }

    /** Null where it is not there: a library's optional dependency. */
    private @Nullable Class<?> load(DotName name, String initializer) {
        try {
            return Class.forName(name.toString(), false, deployment.classLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            WebDescriptorLog.LOG.debugf(
                    "application %s: %s is not there for initializer %s: %s", deployment.name(), name, initializer, e);
            return null;
        }
    }
}
