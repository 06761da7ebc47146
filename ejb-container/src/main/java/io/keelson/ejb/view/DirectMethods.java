package io.keelson.ejb.view;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a view that generated code can call on an instance itself, without an array of arguments and without boxes. A method
 * is one of them where the bean class has a public method of the same parameters and result, whose types the generated class can name.
 */
final class DirectMethods {
    private DirectMethods() {}

    /**
     * Selects them.
     *
     * @param host the class beside which the view's class is generated
     * @return the bean's methods by the view's numbers; null for a method that is called by an array only
     */
    static List<@Nullable Method> of(List<Method> shown, Class<?> bean, Class<?> host) {
        List<@Nullable Method> direct = new ArrayList<>();
        for (Method each : shown) {
            direct.add(host == bean ? target(each, bean) : null);
        }
        return Collections.unmodifiableList(direct);
    }

    private static @Nullable Method target(Method shown, Class<?> bean) {
        if (!Modifier.isPublic(shown.getModifiers())) {
            return null;
        }
        try {
            Method found = bean.getMethod(shown.getName(), shown.getParameterTypes());
            // A class of another loader may mean other types by the same names.
            boolean own = found.getDeclaringClass().getClassLoader() == bean.getClassLoader()
                    && !found.getDeclaringClass().isInterface();
            boolean same = found.getReturnType() == shown.getReturnType() && !found.isBridge();
            return own && same && Arrays.stream(found.getParameterTypes()).allMatch(type -> nameable(type, bean))
                    ? found
                    : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static boolean nameable(Class<?> type, Class<?> bean) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive()
                || Modifier.isPublic(element.getModifiers())
                || element.getClassLoader() == bean.getClassLoader()
                        && element.getPackageName().equals(bean.getPackageName())
                        && !Modifier.isPrivate(element.getModifiers());
    }

    /** Returns the fields of a call object for the parameters of a method: the kind of each, and its place among those of its kind. */
    static List<String> fields(Method method) {
        Map<Character, Integer> used = new HashMap<>();
        List<String> fields = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            char kind = kind(type);
            fields.add(kind + "" + (used.merge(kind, 1, Integer::sum) - 1));
        }
        return fields;
    }

    /** Returns the field of a call object for a result. */
    static String result(Class<?> type) {
        return "r" + kind(type);
    }

    private static char kind(Class<?> type) {
        if (type == long.class) {
            return 'J';
        } else if (type == float.class) {
            return 'F';
        } else if (type == double.class) {
            return 'D';
        }
        return type.isPrimitive() ? 'I' : 'L';
    }
}
