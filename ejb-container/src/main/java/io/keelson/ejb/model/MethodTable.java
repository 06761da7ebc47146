package io.keelson.ejb.model;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the methods that the container calls on a bean. Not thread-safe. */
final class MethodTable {
    private final MethodReader reader;
    private final Map<Method, BeanMethod> methods = new LinkedHashMap<>();

    MethodTable(MethodReader reader) {
        this.reader = reader;
    }

    /** Adds a method, or returns what is there for it. */
    BeanMethod add(Method method) {
        return methods.computeIfAbsent(method, each -> reader.read(methods.size(), each));
    }

    /** Returns the methods by number. */
    List<BeanMethod> methods() {
        return new ArrayList<>(methods.values());
    }
}
