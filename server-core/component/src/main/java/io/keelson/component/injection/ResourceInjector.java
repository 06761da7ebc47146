package io.keelson.component.injection;

import io.keelson.component.environment.AnnotationNames;
import io.keelson.component.environment.Environment;
import io.keelson.component.injection.ComponentClass.Injectable;
import io.keelson.component.injection.ComponentClass.Level;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import io.keelson.component.spi.ResourceInjection;
import io.keelson.kernel.config.NearestName;
import jakarta.annotation.Resource;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Injects the values that {@code @Resource}, an annotation of a source or an {@code injection-target} asks for. The
 * target of a declared name must be there, else injection fails. Where nothing declares what is meant, the log says so
 * the first time, and the object keeps its value. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection; Servlet 6.1, 15.5.5 @Resource Annotation.
 */
public final class ResourceInjector implements ResourceInjection {
    private static final String ORB = "org.omg.CORBA.ORB";

    private final Environment module;
    private final boolean complete;
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /** Makes the injection of a module with this environment. */
    public ResourceInjector(Environment environment) {
        this(environment, false);
    }

    /**
     * Makes the injection of a module.
     *
     * @param complete true where components get what the descriptor says and nothing else
     */
    public ResourceInjector(Environment environment, boolean complete) {
        this.module = environment;
        this.complete = complete;
    }

    /** Returns the environment of the thread's component, which may have one of its own. */
    private Environment environment() {
        return module.current();
    }

    @Override
    public Set<Class<? extends Annotation>> annotations() {
        Set<Class<? extends Annotation>> all =
                new HashSet<>(environment().sources().annotations());
        all.add(Resource.class);
        return all;
    }

    @Override
    public void inject(Object instance) throws Exception {
        for (Level level : ComponentClass.of(instance.getClass()).levels()) {
            Map<String, String> declared = environment().targets(level.type().getName());
            for (Map.Entry<String, String> target : declared.entrySet()) {
                injectTarget(
                        instance, level.type(), target.getKey(), environment().declared(target.getValue()));
            }
            for (Injectable member : level.members()) {
                if (!complete && !declared.containsKey(member.point().property())) {
                    inject(instance, member);
                }
            }
        }
    }

    private void inject(Object instance, Injectable member) throws Exception {
        InjectedValue value = annotated(member.point(), member.annotations());
        if (value == null) {
            return;
        }
        if (member.point().member() instanceof Method setter) {
            Invocation.call(instance, setter, value.get());
        } else if (member.point().member() instanceof Field field) {
            field.setAccessible(true);
            field.set(instance, value.get());
        }
    }

    /** Injects into a setter where there is one, else into the field (Jakarta EE Platform, 5.2.5). */
    private static void injectTarget(Object instance, Class<?> type, String name, Object value) throws Exception {
        String setter = "set" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(setter) && method.getParameterCount() == 1) {
                Invocation.call(instance, method, value);
                return;
            }
        }
        Field field = field(type, name);
        field.setAccessible(true);
        field.set(instance, value);
    }

    private static Field field(Class<?> type, String name) throws NamingException {
        try {
            return type.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            List<String> fields =
                    Arrays.stream(type.getDeclaredFields()).map(Field::getName).toList();
            NamingException wrong = new NamingException("injection-target '" + name + "' of class " + type.getName()
                    + ": it has neither that field nor a setter of it" + NearestName.hint(name, fields));
            wrong.setRootCause(e);
            throw wrong;
        }
    }

    @Override
    public Optional<InjectedValue> resolve(Field field) throws NamingException {
        return resolve(InjectionPoint.of(field), field.getDeclaredAnnotations());
    }

    @Override
    public Optional<InjectedValue> resolve(Method setter) throws NamingException {
        return resolve(InjectionPoint.of(setter), setter.getDeclaredAnnotations());
    }

    private Optional<InjectedValue> resolve(InjectionPoint point, Annotation[] annotations) throws NamingException {
        String target = environment().targets(point.declaring().getName()).get(point.property());
        return target == null
                ? Optional.ofNullable(annotated(point, List.of(annotations)))
                : Optional.of(() -> environment().declared(target));
    }

    @Override
    public Optional<String> mismatch(Field field) {
        return new TypeComparison(environment(), InjectionPoint.of(field)).mismatch(field.getDeclaredAnnotations());
    }

    @Override
    public Optional<String> mismatch(Method setter) {
        return InjectionPoint.isSetter(setter)
                ? new TypeComparison(environment(), InjectionPoint.of(setter)).mismatch(setter.getDeclaredAnnotations())
                : Optional.empty();
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return environment().declared(name);
    }

    private @Nullable InjectedValue annotated(InjectionPoint point, List<Annotation> annotations)
            throws NamingException {
        for (Annotation annotation : annotations) {
            if (annotation instanceof Resource resource) {
                return resource(point, resource);
            }
            InjectionSource source = environment().sources().of(annotation.annotationType());
            if (source != null) {
                return ofSource(point, annotation, source);
            }
            UnservedAnnotations.check(point, annotation);
        }
        return null;
    }

    private InjectedValue ofSource(InjectionPoint point, Annotation annotation, InjectionSource source)
            throws NamingException {
        String given = AnnotationNames.of(annotation);
        String name = given.isEmpty() ? point.defaultName() : given;
        String place = point.describe(annotation.annotationType());
        InjectedValue value = environment().isBound(name)
                ? () -> environment().declared(name)
                : source.resolve(new InjectionRequest.Annotated(annotation, name, point));
        return () -> checked(value.get(), point.type(), place, name);
    }

    private @Nullable InjectedValue resource(InjectionPoint point, Resource resource) throws NamingException {
        String name = resource.name().isEmpty() ? point.defaultName() : resource.name();
        String place = point.describe(Resource.class);
        Class<?> meant = resource.type() == Object.class ? point.type() : resource.type();
        Object value = value(name, resource, meant, place);
        if (value == null) {
            if (missing.add(point.defaultName())) {
                InjectionLog.LOG.resourceMissing(
                        point.property(),
                        point.declaring().getName(),
                        name
                                + environment().similar(name)
                                + (resource.mappedName().isEmpty()
                                        ? ""
                                        : " or as its mappedName " + resource.mappedName()));
            }
            return null;
        }
        Object found = checked(value, point.type(), place, name);
        return () -> found;
    }

    private @Nullable Object value(String name, Resource resource, Class<?> meant, String place)
            throws NamingException {
        if (meant.getName().equals(ORB)) {
            throw new NamingException(place + " asks for an ORB: this server has none, as Jakarta EE has left CORBA;"
                    + " remove the field, or bring an ORB in the application");
        }
        try {
            return environment()
                    .resource(name, !resource.name().isEmpty(), resource.lookup(), resource.mappedName(), meant);
        } catch (NamingException e) {
            String asked = !environment().isBound(name) && !resource.lookup().isEmpty() ? resource.lookup() : name;
            throw missing(
                    e,
                    place + ": '" + asked + "' leads to nothing" + environment().similar(asked) + ": "
                            + e.getMessage());
        }
    }

    /** Returns an exception of the same kind, as callers tell a missing name from other failures. */
    private static NamingException missing(NamingException cause, String message) {
        NamingException e = cause instanceof NameNotFoundException
                ? new NameNotFoundException(message)
                : new NamingException(message);
        e.setRootCause(cause);
        return e;
    }

    private static Object checked(Object value, Class<?> wanted, String place, String name) throws NamingException {
        if (!wanted.isPrimitive() && !wanted.isInstance(value)) {
            throw new NamingException(place + " is to be a " + wanted.getName() + ", and " + name + " is a "
                    + value.getClass().getName());
        }
        return value;
    }
}
