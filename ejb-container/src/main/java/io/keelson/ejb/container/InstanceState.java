package io.keelson.ejb.container;

import io.keelson.ejb.invocation.BeanInstance;
import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stateful bean as bytes: the fields of its instance and of its interceptors, but for transient ones and for those that are
 * injected, which the server that restores it injects anew. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.2.1 Instance Passivation and Conversational State.
 */
final class InstanceState {
    private static final Set<String> INJECTED = Set.of(
            "jakarta.annotation.Resource",
            "jakarta.ejb.EJB",
            "jakarta.inject.Inject",
            "jakarta.persistence.PersistenceContext",
            "jakarta.persistence.PersistenceUnit",
            "jakarta.xml.ws.WebServiceRef");

    private final ApplicationObjects objects;

    /** Makes it for the beans of a loader. */
    InstanceState(ClassLoader loader) {
        this.objects = new ApplicationObjects(loader);
    }

    /**
     * Writes the state of an instance.
     *
     * @throws IOException when a field has a value that cannot be written; the message names the field
     */
    byte[] write(BeanInstance instance) throws IOException {
        ArrayList<HashMap<String, @Nullable Object>> all = new ArrayList<>();
        all.add(fields(instance.bean()));
        for (Object interceptor : instance.interceptors()) {
            all.add(fields(interceptor));
        }
        return objects.write(all);
    }

    private static HashMap<String, @Nullable Object> fields(Object of) throws IOException {
        HashMap<String, @Nullable Object> values = new HashMap<>();
        for (Field field : stateOf(of.getClass())) {
            Object value;
            try {
                value = field.get(of);
            } catch (IllegalAccessException e) {
                throw new IOException(name(field) + " cannot be read", e);
            }
            if (value != null && !(value instanceof Serializable)) {
                throw new NotSerializableException("its field " + name(field) + " has a value of "
                        + value.getClass().getName() + ", which is not serializable; declare the field transient, or"
                        + " have it injected");
            }
            values.put(name(field), value);
        }
        return values;
    }

    private static String name(Field field) {
        return field.getDeclaringClass().getName() + "." + field.getName();
    }

    private static List<Field> stateOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)
                        && !Modifier.isTransient(modifiers)
                        && !Modifier.isFinal(modifiers)
                        && !isInjected(field)) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static boolean isInjected(Field field) {
        for (Annotation annotation : field.getAnnotations()) {
            if (INJECTED.contains(annotation.annotationType().getName())) {
                return true;
            }
        }
        return false;
    }

    /** Sets the fields of a new instance. */
    void read(byte[] bytes, BeanInstance instance) throws IOException, ClassNotFoundException {
        if (!(objects.read(bytes) instanceof List<?> all) || all.size() != instance.interceptors().length + 1) {
            throw new IOException("its state is that of another version of the bean");
        }
        set(instance.bean(), all.get(0));
        for (int i = 0; i < instance.interceptors().length; i++) {
            set(instance.interceptors()[i], all.get(i + 1));
        }
    }

    private static void set(Object of, @Nullable Object values) throws IOException {
        if (!(values instanceof Map<?, ?> map)) {
            throw new IOException("its state is that of another version of the bean");
        }
        for (Field field : stateOf(of.getClass())) {
            if (map.containsKey(name(field))) {
                try {
                    field.set(of, map.get(name(field)));
                } catch (IllegalAccessException | IllegalArgumentException e) {
                    throw new IOException(name(field) + " cannot be set", e);
                }
            }
        }
    }
}
