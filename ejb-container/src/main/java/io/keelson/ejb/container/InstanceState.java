package io.keelson.ejb.container;

import io.keelson.ejb.invocation.BeanInstance;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.serial.ApplicationObjects;
import jakarta.ejb.EJB;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stateful bean as bytes: the fields of its instance and of its interceptors, but for transient ones and for those that
 * are injected, which the server that restores it injects anew. Injected references to other stateful beans belong to the state, as they
 * mean the same bean for ever. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.2.1 Instance Passivation and Conversational State.
 */
final class InstanceState {
    private static final String INJECT = "jakarta.inject.Inject";
    private static final Set<String> INJECTED = Set.of(
            "jakarta.annotation.Resource",
            "jakarta.persistence.PersistenceContext",
            "jakarta.persistence.PersistenceUnit",
            "jakarta.xml.ws.WebServiceRef");

    private final ClassLoader loader;
    private final ApplicationObjects objects;
    private final Function<Object, @Nullable Object> keys;
    /** Fields of each class of beans and interceptors that was written or read; they end with the bean. */
    private final Map<Class<?>, List<StateField>> fields = new ConcurrentHashMap<>();

    /** Makes it for the beans of a loader, none of which refers to stateful ones. */
    InstanceState(ClassLoader loader) {
        this(loader, value -> null);
    }

    /**
     * Makes it for the beans of a loader.
     *
     * @param keys returns the identity of the stateful bean to which a value refers; null: it refers to none
     */
    InstanceState(ClassLoader loader, Function<Object, @Nullable Object> keys) {
        this.loader = loader;
        this.objects = new ApplicationObjects(loader);
        this.keys = keys;
    }

    /**
     * A state that has been read and not yet set.
     *
     * @param state knows the fields of the classes
     * @param all the fields of the bean and of its interceptors
     */
    record Stored(InstanceState state, List<?> all) {
        /** Returns the names of its fields, as {@code class.field}. */
        Set<String> names() {
            Set<String> names = new HashSet<>();
            for (Object each : all) {
                if (each instanceof Map<?, ?> map) {
                    map.keySet().forEach(name -> names.add(String.valueOf(name)));
                }
            }
            return names;
        }

        /** Sets the fields of a new instance. */
        void set(BeanInstance instance) throws IOException {
            if (all.size() != instance.interceptors().length + 1) {
                throw new IOException("its state is that of another version of the bean");
            }
            state.set(instance.bean(), all.get(0));
            for (int i = 0; i < instance.interceptors().length; i++) {
                state.set(instance.interceptors()[i], all.get(i + 1));
            }
        }
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

    private HashMap<String, @Nullable Object> fields(Object of) throws IOException {
        HashMap<String, @Nullable Object> values = new HashMap<>();
        for (StateField each : stateOf(of.getClass())) {
            Object value;
            try {
                value = each.field().get(of);
            } catch (IllegalAccessException e) {
                throw new IOException(each.name() + " cannot be read", e);
            }
            if (!isState(each, value)) {
                continue;
            }
            if (value != null && !(value instanceof Serializable)) {
                throw new NotSerializableException("its field " + each.name() + " has a value of "
                        + value.getClass().getName() + ", which is not serializable; declare the field transient, or"
                        + " have it injected");
            }
            values.put(each.name(), value);
        }
        return values;
    }

    /** Returns false for a value that is injected anew. Those of stateful beans and of CDI's dependent objects belong to the bean alone. */
    private boolean isState(StateField each, @Nullable Object value) throws IOException {
        if (each.reference()) {
            return value instanceof Serializable && keys.apply(value) != null;
        }
        if (!each.injected()) {
            return true;
        }
        if (value == null) {
            return false;
        }
        String type = value.getClass().getName();
        if (keys.apply(value) != null || type.contains("$$_WeldSubclass")) {
            throw new NotSerializableException("its field " + each.name() + " has an object that CDI keeps for this"
                    + " instance; have stateful beans injected by @EJB, or take another scope");
        }
        return value instanceof Serializable
                && ApplicationClassLoader.defines(loader, value.getClass())
                && !type.contains("$$_Weld");
    }

    /**
     * A field of the conversational state, made accessible.
     *
     * @param name class and name, as in the bytes
     * @param reference whether {@code @EJB} injects it
     * @param injected whether CDI injects it
     */
    private record StateField(Field field, String name, boolean reference, boolean injected) {
        static StateField of(Field field) {
            field.setAccessible(true);
            return new StateField(
                    field,
                    field.getDeclaringClass().getName() + "." + field.getName(),
                    field.isAnnotationPresent(EJB.class),
                    isAnnotated(field, Set.of(INJECT)));
        }
    }

    private List<StateField> stateOf(Class<?> type) {
        List<StateField> known = fields.get(type);
        return known != null ? known : fields.computeIfAbsent(type, InstanceState::declared);
    }

    private static List<StateField> declared(Class<?> type) {
        List<StateField> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)
                        && !Modifier.isTransient(modifiers)
                        && !isAnnotated(field, INJECTED)) {
                    fields.add(StateField.of(field));
                }
            }
        }
        return List.copyOf(fields);
    }

    private static boolean isAnnotated(Field field, Set<String> names) {
        for (Annotation annotation : field.getAnnotations()) {
            if (names.contains(annotation.annotationType().getName())) {
                return true;
            }
        }
        return false;
    }

    /** Sets the fields of a new instance. */
    void read(byte[] bytes, BeanInstance instance) throws IOException, ClassNotFoundException {
        load(bytes).set(instance);
    }

    /** Reads a state. */
    Stored load(byte[] bytes) throws IOException, ClassNotFoundException {
        if (!(objects.read(bytes) instanceof List<?> all)) {
            throw new IOException("its state is that of another version of the bean");
        }
        return new Stored(this, all);
    }

    private void set(Object of, @Nullable Object values) throws IOException {
        if (!(values instanceof Map<?, ?> map)) {
            throw new IOException("its state is that of another version of the bean");
        }
        for (StateField each : stateOf(of.getClass())) {
            if (map.containsKey(each.name())) {
                try {
                    each.field().set(of, map.get(each.name()));
                } catch (IllegalAccessException | IllegalArgumentException e) {
                    throw new IOException(each.name() + " cannot be set", e);
                }
            }
        }
    }
}
