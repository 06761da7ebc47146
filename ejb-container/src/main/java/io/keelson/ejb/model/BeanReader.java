package io.keelson.ejb.model;

import io.keelson.ejb.schedule.ScheduleText;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.AfterBegin;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.BeforeCompletion;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Schedule;
import jakarta.ejb.Schedules;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.Stateless;
import jakarta.ejb.TimedObject;
import jakarta.ejb.Timeout;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bean from the annotations of its class, and notes the rules that it breaks.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.9 and 5.6.
 */
public final class BeanReader {
    private final Class<?> bean;
    private final BeanRules rules;
    private final ApplicationExceptions exceptions;
    private final @Nullable Given given;

    private BeanReader(Class<?> bean, BeanRules rules, ApplicationExceptions exceptions, @Nullable Given given) {
        this.given = given;
        this.bean = bean;
        this.rules = rules;
        this.exceptions = exceptions;
    }

    /**
     * Reads a bean; null if no annotation makes the class one.
     *
     * @param rules hears of broken rules
     */
    public static @Nullable BeanModel read(Class<?> bean, BeanRules rules, ApplicationExceptions exceptions) {
        return new BeanReader(bean, rules, exceptions, null).read();
    }

    /**
     * Reads a bean that a descriptor gives; null if neither that nor an annotation says its kind.
     *
     * @param rules hears of broken rules
     */
    public static @Nullable BeanModel read(
            Class<?> bean, BeanRules rules, ApplicationExceptions exceptions, Given given) {
        return new BeanReader(bean, rules, exceptions, given).read();
    }

    /** A kind with the name that its annotation gives; empty: the class's. */
    private record Declared(BeanKind kind, String name) {}

    private @Nullable BeanModel read() {
        Declared declared =
                given != null && given.kind() != null ? new Declared(given.kind(), given.name()) : declared();
        if (declared == null) {
            return null;
        }
        BeanKind kind = declared.kind();
        checkClass();
        Views views = kind.session()
                ? new ViewReader(bean, rules, given).read()
                : new Views(false, List.of(), List.of(), List.of());
        MethodTable table = new MethodTable(new MethodReader(kind, bean, rules));
        for (Method method : businessMethods(views)) {
            table.add(method);
        }
        BeanModel.Timers timers = timers(kind, table);
        BeanModel read = new BeanModel(
                given != null ? given.name() : declared.name().isEmpty() ? bean.getSimpleName() : declared.name(),
                kind,
                bean,
                views,
                beanManaged(kind),
                concurrency(kind),
                table.methods(),
                exceptions,
                security(),
                singleton(kind),
                stateful(kind),
                timers);
        SessionRules.check(read, rules);
        return read;
    }

    private @Nullable Declared declared() {
        List<Declared> found = new ArrayList<>();
        Stateless stateless = bean.getDeclaredAnnotation(Stateless.class);
        if (stateless != null) {
            found.add(new Declared(BeanKind.STATELESS, stateless.name()));
        }
        Stateful stateful = bean.getDeclaredAnnotation(Stateful.class);
        if (stateful != null) {
            found.add(new Declared(BeanKind.STATEFUL, stateful.name()));
        }
        Singleton singleton = bean.getDeclaredAnnotation(Singleton.class);
        if (singleton != null) {
            found.add(new Declared(BeanKind.SINGLETON, singleton.name()));
        }
        MessageDriven messageDriven = bean.getDeclaredAnnotation(MessageDriven.class);
        if (messageDriven != null) {
            found.add(new Declared(BeanKind.MESSAGE_DRIVEN, messageDriven.name()));
        }
        if (found.size() > 1) {
            rules.broken(
                    "4.9.1",
                    bean.getName(),
                    "is declared to be several kinds of bean: "
                            + found.stream().map(Declared::kind).toList());
        }
        return found.isEmpty() ? null : found.get(0);
    }

    private void checkClass() {
        int modifiers = bean.getModifiers();
        if (bean.isInterface() || Modifier.isAbstract(modifiers)) {
            rules.broken("4.9.2", bean.getName(), "a bean class must not be abstract");
        }
        if (Modifier.isFinal(modifiers)) {
            rules.broken("4.9.2", bean.getName(), "a bean class must not be final");
        }
        if (bean.isMemberClass() && !Modifier.isStatic(modifiers)) {
            rules.broken("4.9.2", bean.getName(), "a bean class must be a top-level class or a static member");
        }
        if (Arrays.stream(bean.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("finalize") && method.getParameterCount() == 0)) {
            rules.broken("4.9.2", bean.getName(), "a bean class must not define finalize()");
        }
    }

    /** Public methods that a view shows. With a no-interface view these are all public methods of the class. */
    private List<Method> businessMethods(Views views) {
        Map<String, Method> methods = new HashMap<>();
        List<Method> ordered = new ArrayList<>();
        List<Class<?>> shown = new ArrayList<>(views.local());
        shown.addAll(views.remote());
        views.homes().forEach(home -> shown.add(home.component()));
        for (Method method : bean.getMethods()) {
            boolean own = method.getDeclaringClass() != Object.class
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge();
            if (own && methods.putIfAbsent(signature(method), method) == null) {
                ordered.add(method);
                checkBusiness(method, views);
            }
        }
        for (Class<?> view : shown) {
            for (Method method : view.getMethods()) {
                boolean platform = method.getDeclaringClass().getName().startsWith("jakarta.ejb.");
                if (!platform
                        && !Modifier.isStatic(method.getModifiers())
                        && !methods.containsKey(signature(method))
                        && Modifier.isAbstract(method.getModifiers())
                        && !implemented(method)) {
                    rules.broken(
                            "4.9.7",
                            bean.getName(),
                            "has no public method for " + view.getName() + "." + method.getName());
                }
            }
        }
        ordered.sort(java.util.Comparator.comparing(Method::getName).thenComparing(method -> signature(method)));
        return ordered;
    }

    /** A generic method of the interface is implemented by a bridge. */
    private boolean implemented(Method method) {
        try {
            return Modifier.isPublic(
                    bean.getMethod(method.getName(), method.getParameterTypes()).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private void checkBusiness(Method method, Views views) {
        String place = bean.getName() + "." + method.getName();
        boolean business = views.noInterface()
                || views.local().stream().anyMatch(view -> has(view, method))
                || views.remote().stream().anyMatch(view -> has(view, method));
        if (business && Modifier.isFinal(method.getModifiers())) {
            rules.broken("4.9.4", place, "a business method must not be final");
        }
        if (business && method.getName().startsWith("ejb") && !views.noInterface()) {
            rules.broken("4.9.4", place, "the name of a business method must not begin with 'ejb'");
        }
    }

    private static boolean has(Class<?> view, Method method) {
        try {
            view.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private boolean beanManaged(BeanKind kind) {
        TransactionManagement management = bean.getAnnotation(TransactionManagement.class);
        boolean managed = management != null && management.value() == TransactionManagementType.BEAN;
        if (managed && kind == BeanKind.STATEFUL && SessionSynchronization.class.isAssignableFrom(bean)) {
            rules.broken(
                    "4.3.7", bean.getName(), "implements SessionSynchronization and manages its transactions itself");
        }
        return managed;
    }

    private boolean concurrency(BeanKind kind) {
        ConcurrencyManagement management = bean.getAnnotation(ConcurrencyManagement.class);
        return kind == BeanKind.SINGLETON && management != null && management.value() == ConcurrencyManagementType.BEAN;
    }

    private BeanModel.Security security() {
        RunAs runAs = bean.getAnnotation(RunAs.class);
        DeclareRoles roles = bean.getAnnotation(DeclareRoles.class);
        return new BeanModel.Security(
                runAs == null ? null : runAs.value(), roles == null ? Set.of() : Set.of(roles.value()));
    }

    private BeanModel.Singleton singleton(BeanKind kind) {
        boolean startup = bean.isAnnotationPresent(Startup.class);
        DependsOn depends = bean.getAnnotation(DependsOn.class);
        if (kind != BeanKind.SINGLETON) {
            if (startup || depends != null) {
                rules.broken("4.8.1", bean.getName(), "has @Startup or @DependsOn and is no singleton");
            }
            return BeanModel.Singleton.NONE;
        }
        return new BeanModel.Singleton(startup, depends == null ? List.of() : List.of(depends.value()));
    }

    private BeanModel.Stateful stateful(BeanKind kind) {
        if (kind != BeanKind.STATEFUL) {
            return BeanModel.Stateful.NONE;
        }
        StatefulTimeout timeout = bean.getAnnotation(StatefulTimeout.class);
        if (timeout != null && timeout.value() < -1) {
            rules.broken(
                    "4.3.11", bean.getName(), "@StatefulTimeout is " + timeout.value() + "; expected -1, 0 or more");
        }
        Stateful stateful = bean.getDeclaredAnnotation(Stateful.class);
        boolean synchronised = SessionSynchronization.class.isAssignableFrom(bean);
        boolean passivates = stateful == null || stateful.passivationCapable();
        return new BeanModel.Stateful(
                timeout == null ? null : Durations.of(timeout.value(), timeout.unit()),
                passivates,
                passivates,
                BeanModel.Cache.DEFAULT,
                synchronised ? named("afterBegin") : one(AfterBegin.class),
                synchronised ? named("beforeCompletion") : one(BeforeCompletion.class),
                synchronised ? named("afterCompletion", boolean.class) : one(AfterCompletion.class, boolean.class));
    }

    private @Nullable Method named(String name, Class<?>... parameters) {
        try {
            return bean.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** The one method with an annotation, at whatever level of the class; null if there is none. */
    private @Nullable Method one(Class<? extends Annotation> annotation, Class<?>... parameters) {
        Method found = null;
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.isAnnotationPresent(annotation) || method.isBridge()) {
                    continue;
                }
                String place = each.getName() + "." + method.getName();
                if (found != null && each == found.getDeclaringClass()) {
                    rules.broken("4.9.2", place, "is a second @" + annotation.getSimpleName() + " method of its class");
                }
                if (!Arrays.equals(method.getParameterTypes(), parameters) || method.getReturnType() != void.class) {
                    rules.broken(
                            "4.3.7",
                            place,
                            "a @" + annotation.getSimpleName() + " method returns void and takes "
                                    + (parameters.length == 0 ? "nothing" : Arrays.toString(parameters)));
                }
                found = found == null ? method : found;
            }
        }
        return found;
    }

    // ---- timers
    // ------------------------------------------------------------------------------------------------------

    private BeanModel.Timers timers(BeanKind kind, MethodTable table) {
        BeanMethod timeout = null;
        List<BeanModel.Automatic> automatic = new ArrayList<>();
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Timeout.class)) {
                    checkTimeout(method, kind);
                    timeout = timeout == null ? table.add(method) : timeout;
                }
                for (Schedule schedule : schedules(method)) {
                    checkTimeout(method, kind);
                    automatic.add(new BeanModel.Automatic(
                            table.add(method),
                            ScheduleText.of(schedule),
                            schedule.info().isEmpty() ? null : schedule.info(),
                            schedule.persistent()));
                }
            }
        }
        if (timeout == null && TimedObject.class.isAssignableFrom(bean)) {
            Method method = named("ejbTimeout", jakarta.ejb.Timer.class);
            timeout = method == null ? null : table.add(method);
        }
        return new BeanModel.Timers(timeout, automatic);
    }

    private static List<Schedule> schedules(Method method) {
        Schedules several = method.getAnnotation(Schedules.class);
        Schedule one = method.getAnnotation(Schedule.class);
        List<Schedule> all = new ArrayList<>();
        if (several != null) {
            all.addAll(Arrays.asList(several.value()));
        }
        if (one != null) {
            all.add(one);
        }
        return all;
    }

    private void checkTimeout(Method method, BeanKind kind) {
        String place = method.getDeclaringClass().getName() + "." + method.getName();
        Class<?>[] parameters = method.getParameterTypes();
        boolean fits = parameters.length == 0 || (parameters.length == 1 && parameters[0] == jakarta.ejb.Timer.class);
        if (kind == BeanKind.STATEFUL) {
            rules.broken("18.2", place, "is a time-out method of a stateful bean, which can have no timers");
        }
        if (!fits || method.getReturnType() != void.class) {
            rules.broken("18.2.5.3", place, "a time-out method returns void and takes nothing or a Timer");
        }
        if (Modifier.isStatic(method.getModifiers()) || Modifier.isFinal(method.getModifiers())) {
            rules.broken("18.2.5.3", place, "a time-out method must be neither static nor final");
        }
        if (Arrays.stream(method.getExceptionTypes())
                .anyMatch(e -> !RuntimeException.class.isAssignableFrom(e) && !Error.class.isAssignableFrom(e))) {
            rules.broken("18.2.5.3", place, "a time-out method must not declare application exceptions");
        }
    }
}
