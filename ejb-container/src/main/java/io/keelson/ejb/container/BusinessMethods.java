package io.keelson.ejb.container;

import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds the bean's method behind a method of a view: the one of the same signature, or the one that a bridge leads to. */
final class BusinessMethods {
    private BusinessMethods() {}

    /** Returns the bean's method; null where clients may not call one. */
    static @Nullable BeanMethod of(BeanModel model, Method shown) {
        if (!Modifier.isPublic(shown.getModifiers())) {
            return null;
        }
        BeanMethod same = model.method(shown.getName(), shown.getParameterTypes());
        return same != null ? same : bridged(model, shown);
    }

    /** A generic method of an interface has other parameters than the method of the class that implements it. */
    private static @Nullable BeanMethod bridged(BeanModel model, Method shown) {
        BeanMethod found = null;
        for (BeanMethod each : model.methods()) {
            Method method = each.method();
            boolean fits = method.getName().equals(shown.getName())
                    && method.getParameterCount() == shown.getParameterCount()
                    && shown.getReturnType().isAssignableFrom(method.getReturnType());
            for (int i = 0; fits && i < method.getParameterCount(); i++) {
                fits = shown.getParameterTypes()[i].isAssignableFrom(method.getParameterTypes()[i]);
            }
            if (fits && isBridged(model.beanClass(), shown)) {
                found = found == null || narrower(method, found.method()) ? each : found;
            }
        }
        return found;
    }

    private static boolean isBridged(Class<?> bean, Method shown) {
        try {
            return bean.getMethod(shown.getName(), shown.getParameterTypes()).isBridge();
        } catch (NoSuchMethodException e) {
            return true; // a bean that does not say that it implements its view
        }
    }

    private static boolean narrower(Method one, Method other) {
        for (int i = 0; i < one.getParameterCount(); i++) {
            if (!other.getParameterTypes()[i].isAssignableFrom(one.getParameterTypes()[i])) {
                return false;
            }
        }
        return true;
    }
}
