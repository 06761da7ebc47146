package io.keelson.component.environment;

import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.annotation.Resource;
import java.lang.annotation.Annotation;
import java.lang.annotation.Repeatable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Finds the annotations of injection sources on the classes of a module, single and repeated, and on their members: each declares a name.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 */
public final class ClassAnnotations {
    private final Environment environment;
    private final ClassLoader loader;

    /** Makes a finder whose annotations declare names of an environment. */
    public ClassAnnotations(Environment environment, ClassLoader loader) {
        this.environment = environment;
        this.loader = loader;
    }

    /**
     * Declares the names of all annotations in the index.
     *
     * @throws DeploymentException where one can never be served, or has no name
     */
    public void declare(IndexView index) throws DeploymentException {
        for (Class<? extends Annotation> annotation : environment.sources().annotations()) {
            for (String className : classes(index, annotation)) {
                Class<?> type = load(className);
                if (type != null) {
                    declare(type, annotation);
                }
            }
        }
    }

    /**
     * Declares the names of the annotated fields and setters of the module's own classes and their superclasses.
     *
     * @param own of the module's own classes: what stands in a library may be no component, unless an own class extends it
     * @param all of own classes and libraries
     * @throws DeploymentException where one can never be served
     */
    public void declareMembers(IndexView own, IndexView all) throws DeploymentException {
        Set<Class<? extends Annotation>> served = environment.sources().annotations();
        Set<String> annotated = new TreeSet<>();
        List<Class<? extends Annotation>> sought = new ArrayList<>(served);
        sought.add(Resource.class);
        for (Class<? extends Annotation> annotation : sought) {
            annotated.addAll(ofMembers(all, annotation));
        }
        annotated.retainAll(withSuperclasses(own, all));
        for (String className : annotated) {
            Class<?> type = load(className);
            if (type != null) {
                declareMembers(type, served);
            }
        }
    }

    private static Set<String> withSuperclasses(IndexView own, IndexView all) {
        Set<String> names = new HashSet<>();
        for (ClassInfo each : own.getKnownClasses()) {
            ClassInfo at = each;
            while (at != null && names.add(at.name().toString())) {
                at = at.superName() == null ? null : all.getClassByName(at.superName());
            }
        }
        return names;
    }

    /**
     * Declares the names of the annotated fields and setters of a component, whose class may stand in a library.
     *
     * @throws DeploymentException where one can never be served
     */
    public void declareMembers(Class<?> component) throws DeploymentException {
        Set<Class<? extends Annotation>> served = environment.sources().annotations();
        for (Class<?> each = component; each != null && each != Object.class; each = each.getSuperclass()) {
            declareMembers(each, served);
        }
    }

    /** Returns the whole names that the annotations of a component declare, on its class and members and those of its superclasses. */
    public Set<String> names(Class<?> component) {
        Set<Class<? extends Annotation>> served = environment.sources().annotations();
        Set<String> names = new TreeSet<>();
        for (Class<?> each = component; each != null && each != Object.class; each = each.getSuperclass()) {
            Class<?> type = each;
            for (Field field : members(type, type::getDeclaredFields)) {
                names(field.getDeclaredAnnotations(), InjectionPoint.of(field), served, names);
            }
            for (Method method : members(type, type::getDeclaredMethods)) {
                if (InjectionPoint.isSetter(method) && !method.isBridge()) {
                    names(method.getDeclaredAnnotations(), InjectionPoint.of(method), served, names);
                }
            }
            List<Class<? extends Annotation>> all = new ArrayList<>(served);
            all.add(Resource.class);
            for (Class<? extends Annotation> annotation : all) {
                for (Annotation declared : of(type, annotation)) {
                    String name = AnnotationNames.of(declared);
                    if (!name.isEmpty()) {
                        names.add(Environment.qualified(name));
                    }
                }
            }
        }
        return names;
    }

    private static void names(
            Annotation[] annotations,
            InjectionPoint point,
            Set<Class<? extends Annotation>> served,
            Set<String> names) {
        for (Annotation each : annotations) {
            if (each instanceof Resource || served.contains(each.annotationType())) {
                String name = AnnotationNames.of(each);
                names.add(Environment.qualified(name.isEmpty() ? point.defaultName() : name));
            }
        }
    }

    /**
     * Returns the whole names that annotations of classes in the index declare.
     *
     * @param except classes that do not count
     */
    public Set<String> names(IndexView index, Set<Class<?>> except) {
        List<Class<? extends Annotation>> sought =
                new ArrayList<>(environment.sources().annotations());
        sought.add(Resource.class);
        Set<String> classes = new TreeSet<>();
        for (Class<? extends Annotation> annotation : sought) {
            classes.addAll(classes(index, annotation));
            classes.addAll(ofMembers(index, annotation));
        }
        Set<String> names = new TreeSet<>();
        for (String className : classes) {
            Class<?> type = load(className);
            if (type != null && !except.contains(type)) {
                names.addAll(names(type));
            }
        }
        return names;
    }

    private static Set<String> ofMembers(IndexView index, Class<? extends Annotation> annotation) {
        Set<String> classes = new TreeSet<>();
        for (AnnotationInstance each : index.getAnnotations(DotName.createSimple(annotation.getName()))) {
            AnnotationTarget target = each.target();
            if (target != null && target.kind() == AnnotationTarget.Kind.FIELD) {
                classes.add(target.asField().declaringClass().name().toString());
            } else if (target != null && target.kind() == AnnotationTarget.Kind.METHOD) {
                classes.add(target.asMethod().declaringClass().name().toString());
            }
        }
        return classes;
    }

    /**
     * Returns true if a component's annotations, with names that they give, mean something else than the module knows by those names.
     *
     * @param declared the names that a descriptor declares for the component: it goes before the annotations
     */
    public boolean differ(Class<?> component, Set<String> declared) {
        Set<Class<? extends Annotation>> served = environment.sources().annotations();
        for (Class<?> each = component; each != null && each != Object.class; each = each.getSuperclass()) {
            Class<?> type = each;
            for (Field field : members(type, type::getDeclaredFields)) {
                if (differ(field.getDeclaredAnnotations(), InjectionPoint.of(field), served, declared)) {
                    return true;
                }
            }
            for (Method method : members(type, type::getDeclaredMethods)) {
                if (InjectionPoint.isSetter(method)
                        && !method.isBridge()
                        && differ(method.getDeclaredAnnotations(), InjectionPoint.of(method), served, declared)) {
                    return true;
                }
            }
            if (differ(type.getDeclaredAnnotations(), InjectionPoint.of(type), served, declared)) {
                return true;
            }
        }
        return false;
    }

    private boolean differ(
            Annotation[] annotations,
            InjectionPoint point,
            Set<Class<? extends Annotation>> served,
            Set<String> declared) {
        for (Annotation each : annotations) {
            if (each instanceof Resource || served.contains(each.annotationType())) {
                String name = AnnotationNames.of(each);
                if (!name.isEmpty() && !declared.contains(name) && environment.meansOther(each, name, point)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Declares the names of the annotations on the class of a component and its superclasses.
     *
     * @throws DeploymentException where one can never be served, or has no name
     */
    public void declareClass(Class<?> component) throws DeploymentException {
        for (Class<?> each = component; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Class<? extends Annotation> annotation : environment.sources().annotations()) {
                declare(each, annotation);
            }
        }
    }

    private void declareMembers(Class<?> type, Set<Class<? extends Annotation>> served) throws DeploymentException {
        for (Field field : members(type, type::getDeclaredFields)) {
            declareMember(field.getDeclaredAnnotations(), InjectionPoint.of(field), served);
        }
        for (Method method : members(type, type::getDeclaredMethods)) {
            if (InjectionPoint.isSetter(method) && !method.isBridge()) {
                declareMember(method.getDeclaredAnnotations(), InjectionPoint.of(method), served);
            }
        }
    }

    /** Members that name classes which are not there belong to no component. */
    private static <M> List<M> members(Class<?> type, Supplier<M[]> declared) {
        try {
            return List.of(declared.get());
        } catch (LinkageError e) {
            EnvironmentLog.LOG.debugf(e, "members of %s cannot be read", type.getName());
            return List.of();
        }
    }

    private void declareMember(Annotation[] annotations, InjectionPoint point, Set<Class<? extends Annotation>> served)
            throws DeploymentException {
        for (Annotation each : annotations) {
            if (each instanceof Resource resource) {
                String given = resource.name();
                environment.declare(resource, given.isEmpty() ? point.defaultName() : given, point);
            } else if (served.contains(each.annotationType())) {
                String name = AnnotationNames.of(each);
                environment.declare(
                        new InjectionRequest.Annotated(each, name.isEmpty() ? point.defaultName() : name, point));
            }
        }
    }

    private static Set<String> classes(IndexView index, Class<? extends Annotation> annotation) {
        Set<String> classes = new TreeSet<>();
        collect(index, annotation, classes);
        Class<? extends Annotation> plural = plural(annotation);
        if (plural != null) {
            collect(index, plural, classes);
        }
        return classes;
    }

    /** The annotation that holds several; as {@code @EJB} is not repeatable, that is found by its name too. */
    private static @Nullable Class<? extends Annotation> plural(Class<? extends Annotation> annotation) {
        Repeatable repeatable = annotation.getAnnotation(Repeatable.class);
        if (repeatable != null) {
            return repeatable.value();
        }
        try {
            Class<?> named = Class.forName(annotation.getName() + "s", false, annotation.getClassLoader());
            Class<?> held = named.getMethod("value").getReturnType().getComponentType();
            return annotation.equals(held) ? named.asSubclass(Annotation.class) : null;
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            return null;
        }
    }

    private static List<Annotation> of(Class<?> type, Class<? extends Annotation> annotation) {
        List<Annotation> all = new ArrayList<>(List.of(type.getDeclaredAnnotationsByType(annotation)));
        Class<? extends Annotation> plural = plural(annotation);
        Annotation several = plural == null || annotation.isAnnotationPresent(Repeatable.class)
                ? null
                : type.getDeclaredAnnotation(plural);
        if (several != null) {
            try {
                Method value = several.annotationType().getMethod("value");
                value.setAccessible(true);
                all.addAll(List.of((Annotation[]) value.invoke(several)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(several + " of " + type.getName() + " cannot be read", e);
            }
        }
        return all;
    }

    private static void collect(IndexView index, Class<?> annotation, Set<String> into) {
        for (AnnotationInstance each : index.getAnnotations(DotName.createSimple(annotation.getName()))) {
            if (each.target() != null && each.target().kind() == AnnotationTarget.Kind.CLASS) {
                into.add(each.target().asClass().name().toString());
            }
        }
    }

    /** A class that cannot be loaded is no component; one that is a component fails where it is made. */
    private @Nullable Class<?> load(String className) {
        try {
            return Class.forName(className, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            EnvironmentLog.LOG.debugf(e, "%s cannot be loaded", className);
            return null;
        }
    }

    private void declare(Class<?> type, Class<? extends Annotation> annotation) throws DeploymentException {
        for (Annotation each : of(type, annotation)) {
            String name = AnnotationNames.of(each);
            InjectionPoint point = InjectionPoint.of(type);
            if (name.isEmpty()) {
                throw new DeploymentException(point.describe(annotation)
                        + " has no name: on a class it declares a name below java:comp/env; give it one");
            }
            environment.declare(new InjectionRequest.Annotated(each, name, point));
        }
    }
}
