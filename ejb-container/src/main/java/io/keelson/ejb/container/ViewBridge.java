package io.keelson.ejb.container;

import io.keelson.remoting.bean.WrittenByName;
import jakarta.ejb.EJBException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a bean for a module that packs a copy of the bean's interface. The two classes of that name have different loaders, so
 * arguments, results and exceptions go by value: each side gets objects of the classes that it sees. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.2; Jakarta EE Platform 11, 8.3.
 */
final class ViewBridge implements InvocationHandler {
    private final Object reference;
    private final Class<?> view;
    private final Class<?> shown;
    private final ByValue toBean;
    private final ByValue toClient;
    private final Map<Method, Method> methods = new ConcurrentHashMap<>();

    private ViewBridge(Object reference, Class<?> view, Class<?> shown) {
        this.reference = reference;
        this.view = view;
        this.shown = shown;
        this.toBean = new ByValue(view.getClassLoader());
        this.toClient = new ByValue(shown.getClassLoader());
    }

    /**
     * Returns an object of the client's interface that calls a reference.
     *
     * @param view the interface of the reference
     * @param shown the client's interface of the same name
     */
    static Object of(Object reference, Class<?> view, Class<?> shown) {
        return Proxy.newProxyInstance(
                shown.getClassLoader(),
                new Class<?>[] {shown, WrittenByName.class},
                new ViewBridge(reference, view, shown));
    }

    /**
     * Returns the class by which the code of a loader knows a view.
     *
     * @return the view itself where the loader has no other interface of that name
     */
    static Class<?> seenBy(@Nullable ClassLoader loader, Class<?> view) {
        if (loader == null || loader == view.getClassLoader() || !view.isInterface()) {
            return view;
        }
        try {
            Class<?> seen = Class.forName(view.getName(), false, loader);
            return seen.isInterface() ? seen : view;
        } catch (ClassNotFoundException | LinkageError e) {
            return view;
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(method, given);
        }
        if (method.getDeclaringClass() == WrittenByName.class) {
            return BeanReferences.written(reference);
        }
        Method meant = methods.computeIfAbsent(method, this::counterpart);
        @Nullable Object[] arguments;
        try {
            arguments = toBean.arguments(given == null ? new Object[0] : given);
            unwrap(arguments, meant.getParameterTypes());
        } catch (IOException | ClassNotFoundException e) {
            throw notCopied("an argument", method, e);
        }
        Object result;
        try {
            result = meant.invoke(reference, arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e.getCause() == null ? e : e.getCause());
        }
        try {
            Object copy = toClient.value(result);
            return bridged(copy, method.getReturnType(), meant.getReturnType());
        } catch (IOException | ClassNotFoundException e) {
            throw notCopied("the result", method, e);
        }
    }

    private Object ofObject(Method method, Object @Nullable [] given) {
        return switch (method.getName()) {
            case "equals" -> given != null && equals(bridge(given[0]));
            case "hashCode" -> hashCode();
            default -> reference.toString();
        };
    }

    private static @Nullable ViewBridge bridge(@Nullable Object other) {
        return other != null
                        && Proxy.isProxyClass(other.getClass())
                        && Proxy.getInvocationHandler(other) instanceof ViewBridge bridge
                ? bridge
                : null;
    }

    /** A reference of the client's interface, which the bean takes or returns, stands for that of the bean's. */
    private static void unwrap(@Nullable Object[] arguments, Class<?>[] wanted) {
        for (int i = 0; i < arguments.length; i++) {
            ViewBridge bridge = wanted[i].isInstance(arguments[i]) ? null : bridge(arguments[i]);
            if (bridge != null && wanted[i].isInstance(bridge.reference)) {
                arguments[i] = bridge.reference;
            }
        }
    }

    /** A reference that the bean returns becomes one of the interface that the client declares. */
    private static @Nullable Object bridged(@Nullable Object result, Class<?> wanted, Class<?> given) {
        boolean other = result != null && wanted.isInterface() && !wanted.isInstance(result);
        return other && given.getName().equals(wanted.getName()) && given.isInstance(result)
                ? of(result, given, wanted)
                : result;
    }

    private Method counterpart(Method method) {
        for (Method each : view.getMethods()) {
            if (each.getName().equals(method.getName()) && sameTypes(each, method)) {
                each.setAccessible(true); // the interface need not be public
                return each;
            }
        }
        throw new EJBException(
                "the client calls " + method + ", and the interface " + view.getName()
                        + " of the bean has no such method: the two copies of it differ; pack the interface once, in lib/ of the EAR");
    }

    private static boolean sameTypes(Method one, Method other) {
        Class<?>[] types = one.getParameterTypes();
        Class<?>[] others = other.getParameterTypes();
        if (types.length != others.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (!types[i].getName().equals(others[i].getName())) {
                return false;
            }
        }
        return true;
    }

    private Throwable thrown(Throwable original) {
        try {
            return toClient.seesOther(original.getClass())
                    ? java.util.Objects.requireNonNull((Throwable) toClient.value(original))
                    : original;
        } catch (IOException | ClassNotFoundException e) {
            EJBException failed = new EJBException("the exception of a call of " + view.getName()
                    + " cannot be copied for a client with its own copy of that interface: " + e);
            failed.initCause(original);
            return failed;
        }
    }

    private EJBException notCopied(String what, Method method, Exception cause) {
        EJBException failed = new EJBException(what + " of " + view.getName() + "." + method.getName()
                + " cannot be copied for a client with its own copy of that interface: " + cause
                + "; make its class serializable, or pack the interface once, in lib/ of the EAR");
        failed.initCause(cause);
        return failed;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ViewBridge bridge
                && reference.equals(bridge.reference)
                && shown.getClassLoader() == bridge.shown.getClassLoader();
    }

    @Override
    public int hashCode() {
        return reference.hashCode();
    }
}
