package io.keelson.ejb.model;

import io.keelson.ejb.schedule.CalendarSchedule;
import jakarta.annotation.Resource;
import jakarta.ejb.AfterBegin;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.BeforeCompletion;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Remove;
import jakarta.ejb.Schedule;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.TimedObject;
import jakarta.ejb.Timeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.UserTransaction;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.RemoteException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules about a bean that has been read: its constructor, time-out methods, transactions, synchronisation, homes and component interfaces.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3, 4.9, 5.6, 8.3.7 and 18.2.
 */
final class SessionRules {
    private static final Set<TransactionAttributeType> OF_TIMEOUTS = Set.of(
            TransactionAttributeType.REQUIRED,
            TransactionAttributeType.REQUIRES_NEW,
            TransactionAttributeType.NOT_SUPPORTED);
    private static final Set<TransactionAttributeType> OF_LISTENERS =
            Set.of(TransactionAttributeType.REQUIRED, TransactionAttributeType.NOT_SUPPORTED);
    private static final List<Class<? extends Annotation>> SYNCHRONISATION =
            List.of(AfterBegin.class, BeforeCompletion.class, AfterCompletion.class);

    private final BeanModel model;
    private final Class<?> bean;
    private final BeanRules rules;
    private final List<Method> methods = new ArrayList<>();

    private SessionRules(BeanModel model, BeanRules rules) {
        this.model = model;
        this.bean = model.beanClass();
        this.rules = rules;
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.isBridge() && !method.isSynthetic()) {
                    methods.add(method);
                }
            }
        }
    }

    /** Notes the rules that a bean breaks. */
    static void check(BeanModel model, BeanRules rules) {
        SessionRules checked = new SessionRules(model, rules);
        checked.constructor();
        checked.timeouts();
        checked.userTransaction();
        checked.synchronisation();
        checked.removal();
        checked.listeners();
        checked.businessInterfaces();
        model.views().homes().forEach(checked::home);
    }

    private static String place(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    private void constructor() {
        if (bean.isInterface()) {
            return;
        }
        for (Constructor<?> each : bean.getDeclaredConstructors()) {
            boolean injected = Arrays.stream(each.getAnnotations())
                    .anyMatch(a -> a.annotationType().getName().equals("jakarta.inject.Inject"));
            boolean outer = each.getParameterCount() == 1 && bean.isMemberClass() && !isStatic(bean.getModifiers());
            if (each.getParameterCount() == 0 || injected || outer) {
                return;
            }
        }
        rules.broken("4.9.2", bean.getName(), "needs a constructor without parameters, or one with @Inject");
    }

    private static boolean isStatic(int modifiers) {
        return Modifier.isStatic(modifiers);
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    /** The attribute on the method itself; the attribute of a class is for its business methods. */
    private void attribute(Method method, Set<TransactionAttributeType> allowed, String section, String what) {
        TransactionAttribute own = method.getAnnotation(TransactionAttribute.class);
        if (own != null && !model.beanManagedTransactions() && !allowed.contains(own.value())) {
            rules.broken(
                    section,
                    place(method),
                    what + " has the transaction attribute " + own.value() + "; expected one of "
                            + allowed.stream().sorted().toList());
        }
    }

    /** Only beans that manage their transactions have a UserTransaction. */
    private void userTransaction() {
        if (model.beanManagedTransactions()) {
            return;
        }
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                userTransaction(field.getAnnotation(Resource.class), field.getType(), field);
            }
            for (Resource declared : each.getDeclaredAnnotationsByType(Resource.class)) {
                if (declared.type() == UserTransaction.class) {
                    userTransactionOf(each.getName());
                }
            }
        }
        for (Method method : methods) {
            if (method.getParameterCount() == 1) {
                userTransaction(method.getAnnotation(Resource.class), method.getParameterTypes()[0], method);
            }
        }
    }

    private void userTransaction(@Nullable Resource resource, Class<?> type, Member member) {
        if (resource != null && (type == UserTransaction.class || resource.type() == UserTransaction.class)) {
            userTransactionOf(member.getDeclaringClass().getName() + "." + member.getName());
        }
    }

    private void userTransactionOf(String place) {
        rules.broken(
                "8.3.3",
                place,
                "asks for a UserTransaction, and the bean " + model.name()
                        + " has container-managed transactions; give it @TransactionManagement(BEAN), or remove the resource");
    }

    private void timeouts() {
        Method first = null;
        for (Method method : methods) {
            boolean timeout = method.isAnnotationPresent(Timeout.class);
            if (timeout && first != null && first.getDeclaringClass() == method.getDeclaringClass()) {
                rules.broken("18.2.2", place(method), "is a second @Timeout method of its class");
            }
            first = timeout && first == null ? method : first;
            if (timeout
                    && TimedObject.class.isAssignableFrom(bean)
                    && !method.getName().equals("ejbTimeout")) {
                rules.broken(
                        "18.2.2",
                        place(method),
                        "has @Timeout, and the bean is a TimedObject: only ejbTimeout may have it");
            }
            boolean scheduled = method.getAnnotationsByType(Schedule.class).length > 0;
            if (timeout || scheduled) {
                attribute(method, OF_TIMEOUTS, "18.2.8", "a time-out method");
            }
            for (Schedule schedule : method.getAnnotationsByType(Schedule.class)) {
                schedule(method, schedule);
            }
        }
    }

    private void schedule(Method method, Schedule schedule) {
        try {
            CalendarSchedule.of(io.keelson.ejb.schedule.ScheduleText.of(schedule), ZoneId.of("UTC"));
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            rules.broken("18.2.1", place(method), "has a @Schedule that is none: " + e.getMessage());
        }
    }

    private void synchronisation() {
        boolean byInterface = SessionSynchronization.class.isAssignableFrom(bean);
        boolean annotated = false;
        for (Method method : methods) {
            for (Class<? extends Annotation> each : SYNCHRONISATION) {
                if (method.isAnnotationPresent(each)) {
                    annotated = true;
                    callback(method, each, byInterface);
                }
            }
        }
        if (annotated && model.kind() == BeanKind.STATEFUL && model.beanManagedTransactions()) {
            rules.broken(
                    "4.3.7",
                    bean.getName(),
                    "has methods for the end of transactions, and manages its transactions itself");
        }
    }

    private void callback(Method method, Class<? extends Annotation> annotation, boolean byInterface) {
        String name = "@" + annotation.getSimpleName();
        if (model.kind() != BeanKind.STATEFUL) {
            rules.broken("4.3.7", place(method), "has " + name + ", and " + bean.getName() + " is not stateful");
        }
        if (byInterface) {
            rules.broken(
                    "4.3.7",
                    place(method),
                    "has " + name + ", and the bean is a SessionSynchronization; use one of both");
        }
        if (isStatic(method.getModifiers()) || Modifier.isFinal(method.getModifiers())) {
            rules.broken("4.3.7", place(method), "has " + name + " and must be neither static nor final");
        }
    }

    // ---- methods ---------------------------------------------------------------------------------------------------

    private void removal() {
        for (Method method : methods) {
            if (method.isAnnotationPresent(Remove.class)
                    && (!Modifier.isPublic(method.getModifiers()) || isStatic(method.getModifiers()))) {
                rules.broken(
                        "4.4.2.3",
                        place(method),
                        "has @Remove and is no business method: it must be public and not static");
            }
        }
    }

    private void listeners() {
        if (model.kind() != BeanKind.MESSAGE_DRIVEN) {
            return;
        }
        for (BeanMethod each : model.methods()) {
            if (each.asynchronous()) {
                rules.broken(
                        "4.5.2", place(each.method()), "is asynchronous, which only methods of session beans can be");
            }
            boolean timeout = each.method().isAnnotationPresent(Timeout.class)
                    || each.method().getAnnotationsByType(Schedule.class).length > 0;
            if (!timeout) {
                attribute(each.method(), OF_LISTENERS, "8.3.7", "a method for messages");
            }
        }
    }

    private void businessInterfaces() {
        List<Class<?>> all = new ArrayList<>(model.views().local());
        all.addAll(model.views().remote());
        for (Class<?> each : all) {
            boolean component = EJBObject.class.isAssignableFrom(each) || EJBLocalObject.class.isAssignableFrom(each);
            if (component || EJBHome.class.isAssignableFrom(each) || EJBLocalHome.class.isAssignableFrom(each)) {
                rules.broken(
                        "4.9.7",
                        bean.getName(),
                        each.getName()
                                + " is a home or component interface and cannot be a business interface; name it with its home");
            }
        }
    }

    // ---- homes -----------------------------------------------------------------------------------------------------

    private void home(Views.Home home) {
        Class<?> homes = home.remote() ? EJBHome.class : EJBLocalHome.class;
        Class<?> components = home.remote() ? EJBObject.class : EJBLocalObject.class;
        if (!homes.isAssignableFrom(home.home())) {
            rules.broken(
                    home.remote() ? "4.9.9" : "4.9.11",
                    home.home().getName(),
                    "a home interface of this kind extends " + homes.getName());
        }
        if (!components.isAssignableFrom(home.component())) {
            rules.broken(
                    home.remote() ? "4.9.8" : "4.9.10",
                    home.component().getName(),
                    "a component interface of this kind extends " + components.getName());
        }
        int creates = 0;
        for (Method method : home.home().getMethods()) {
            if (method.getName().startsWith("create") && !isStatic(method.getModifiers())) {
                creates++;
                create(home, method);
            }
        }
        if (creates > 1 && model.kind() != BeanKind.STATEFUL) {
            rules.broken(
                    "4.9.9",
                    home.home().getName(),
                    "the home of a bean that is not stateful has one create method, without parameters");
        }
        remote(home.home(), home.remote(), home.remote() ? "4.9.9" : "4.9.11");
        remote(home.component(), home.remote(), home.remote() ? "4.9.8" : "4.9.10");
    }

    private void create(Views.Home home, Method method) {
        if (method.getReturnType() != home.component()) {
            rules.broken(
                    "4.9.9",
                    place(method),
                    "a create method returns the component interface "
                            + home.component().getName());
        }
        // Creating a stateless bean throws nothing, so that other servers let the exception be missing there.
        if (model.kind() == BeanKind.STATEFUL && !isThrown(method, CreateException.class)) {
            rules.broken("4.9.9", place(method), "a create method declares CreateException");
        }
        if (model.kind() != BeanKind.STATEFUL
                && (method.getParameterCount() > 0 || !method.getName().equals("create"))) {
            rules.broken("4.9.9", place(method), "the create method of a bean that is not stateful is create()");
        }
    }

    /** Methods of remote interfaces declare RemoteException, those of local ones do not. */
    private void remote(Class<?> type, boolean remote, String section) {
        for (Method method : type.getMethods()) {
            boolean platform = method.getDeclaringClass().getName().startsWith("jakarta.ejb.");
            if (platform || isStatic(method.getModifiers())) {
                continue;
            }
            if (remote && !isThrown(method, RemoteException.class)) {
                rules.broken(section, place(method), "a method of a remote interface declares RemoteException");
            }
            if (!remote
                    && Arrays.stream(method.getExceptionTypes()).anyMatch(RemoteException.class::isAssignableFrom)) {
                rules.broken(section, place(method), "a method of a local interface must not declare RemoteException");
            }
        }
    }

    private static boolean isThrown(Method method, Class<?> exception) {
        return Arrays.stream(method.getExceptionTypes()).anyMatch(each -> each.isAssignableFrom(exception));
    }
}
