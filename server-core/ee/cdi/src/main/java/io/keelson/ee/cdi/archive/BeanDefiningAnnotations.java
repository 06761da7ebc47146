package io.keelson.ee.cdi.archive;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Finds the classes with a bean defining annotation, and session beans. An annotation of the application is judged by its entry in the
 * index; another by its class, which is loaded once. Confined to the deploying thread.
 *
 * <p>Specification: CDI 4.1, 2.8.1 Bean defining annotations; CDI 4.1, 15.3.1 Bean defining annotations in CDI Full.
 */
final class BeanDefiningAnnotations {
    private static final DotName NORMAL_SCOPE = DotName.createSimple("jakarta.enterprise.context.NormalScope");
    private static final DotName STEREOTYPE = DotName.createSimple("jakarta.enterprise.inject.Stereotype");
    private static final DotName INHERITED = DotName.createSimple("java.lang.annotation.Inherited");
    private static final Set<DotName> THEMSELVES = Set.of(
            DotName.createSimple("jakarta.enterprise.context.Dependent"),
            DotName.createSimple("jakarta.interceptor.Interceptor"),
            DotName.createSimple("jakarta.decorator.Decorator"),
            DotName.createSimple("jakarta.ejb.Stateless"),
            DotName.createSimple("jakarta.ejb.Stateful"),
            DotName.createSimple("jakarta.ejb.Singleton"));

    /**
     * RESTful Web Services 4.0, 11.2.3: resources, providers and applications are beans, unless the application brings REST itself. Faces
     * 4.1, 5.4.1: converters, validators and behaviours are beans where they say that they are managed.
     */
    private static final Set<DotName> OF_PARTS = Set.of(
            DotName.createSimple("jakarta.ws.rs.Path"),
            DotName.createSimple("jakarta.ws.rs.ApplicationPath"),
            DotName.createSimple("jakarta.ws.rs.ext.Provider"),
            DotName.createSimple("org.eclipse.microprofile.rest.client.inject.RegisterRestClient"),
            DotName.createSimple("jakarta.faces.convert.FacesConverter"),
            DotName.createSimple("jakarta.faces.validator.FacesValidator"),
            DotName.createSimple("jakarta.faces.component.behavior.FacesBehavior"));

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.");

    private final List<IndexView> indexes;
    private final ClassLoader loader;
    private final Map<DotName, Kind> judged = new HashMap<>();

    /** An annotation as far as it matters here. */
    private enum Kind {
        NONE,
        DEFINING,
        INHERITED
    }

    /**
     * Makes it for one module.
     *
     * @param indexes in which annotations and superclasses are looked up
     * @param loader for annotations that are in no index
     */
    BeanDefiningAnnotations(List<IndexView> indexes, ClassLoader loader) {
        this.indexes = indexes;
        this.loader = loader;
    }

    /** Returns the names of the classes that have one, or inherit one. */
    Set<String> beans(Collection<ClassInfo> classes) {
        Set<String> names = new TreeSet<>();
        for (ClassInfo type : classes) {
            if (!type.isAnnotation() && !type.isModule() && isBean(type)) {
                names.add(type.name().toString());
            }
        }
        return names;
    }

    private boolean isBean(ClassInfo type) {
        if (type.declaredAnnotations().stream().anyMatch(a -> kind(a.name()) != Kind.NONE)) {
            return true;
        }
        for (ClassInfo at = superclass(type); at != null; at = superclass(at)) {
            if (at.declaredAnnotations().stream().anyMatch(a -> kind(a.name()) == Kind.INHERITED)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable ClassInfo superclass(ClassInfo type) {
        DotName above = type.superName();
        return above == null ? null : indexed(above);
    }

    private @Nullable ClassInfo indexed(DotName name) {
        for (IndexView index : indexes) {
            ClassInfo found = index.getClassByName(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Kind kind(DotName annotation) {
        Kind known = judged.get(annotation);
        if (known == null) {
            known = judge(annotation);
            judged.put(annotation, known);
        }
        return known;
    }

    private Kind judge(DotName annotation) {
        if (THEMSELVES.contains(annotation)) {
            return Kind.DEFINING;
        }
        if (OF_PARTS.contains(annotation)) {
            return isOfServer(annotation.toString()) ? Kind.DEFINING : Kind.NONE;
        }
        ClassInfo info = indexed(annotation);
        return info == null ? judgeLoaded(annotation.toString()) : judgeIndexed(info);
    }

    private boolean isOfServer(String annotation) {
        try {
            return !(Class.forName(annotation, false, loader).getClassLoader() instanceof ApplicationClassLoader);
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    private static Kind judgeIndexed(ClassInfo annotation) {
        boolean defining = false;
        boolean inherited = false;
        for (AnnotationInstance meta : annotation.declaredAnnotations()) {
            defining |= meta.name().equals(NORMAL_SCOPE) || meta.name().equals(STEREOTYPE);
            inherited |= meta.name().equals(INHERITED);
        }
        return kind(defining, inherited);
    }

    private Kind judgeLoaded(String annotation) {
        if (JDK.stream().anyMatch(annotation::startsWith)) {
            return Kind.NONE;
        }
        try {
            boolean defining = false;
            boolean inherited = false;
            for (var meta : Class.forName(annotation, false, loader).getAnnotations()) {
                String name = meta.annotationType().getName();
                defining |= name.equals(NORMAL_SCOPE.toString()) || name.equals(STEREOTYPE.toString());
                inherited |= name.equals(INHERITED.toString());
            }
            return kind(defining, inherited);
        } catch (ClassNotFoundException | LinkageError absent) {
            return Kind.NONE; // as the JVM, which leaves such an annotation out
        }
    }

    private static Kind kind(boolean defining, boolean inherited) {
        return !defining ? Kind.NONE : inherited ? Kind.INHERITED : Kind.DEFINING;
    }
}
