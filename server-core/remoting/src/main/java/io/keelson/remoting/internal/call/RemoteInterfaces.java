package io.keelson.remoting.internal.call;

import java.rmi.Remote;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The interfaces that a class can be called by: those that extend {@link Remote}. */
final class RemoteInterfaces {
    private static final ClassValue<List<Class<?>>> OF_CLASS = new ClassValue<>() {
        @Override
        protected List<Class<?>> computeValue(Class<?> type) {
            Set<Class<?>> found = new LinkedHashSet<>();
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                collect(at, found);
            }
            return List.copyOf(found);
        }
    };

    private RemoteInterfaces() {}

    static List<Class<?>> of(Class<?> type) {
        return OF_CLASS.get(type);
    }

    private static void collect(Class<?> type, Set<Class<?>> into) {
        for (Class<?> one : type.getInterfaces()) {
            if (one != Remote.class && Remote.class.isAssignableFrom(one)) {
                into.add(one);
            }
        }
    }
}
