package io.keelson.admin.jmx;

import io.keelson.admin.rest.RecordCollections;
import io.keelson.admin.rest.RecordIdentity;
import io.keelson.base.measure.Described;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.management.ObjectName;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * The beans of what the server does now: one for each collection, and one for each record that has a name. Values are asked for when
 * somebody looks; turns only find out what has come and gone, and whose state has changed. Confined to one thread, but for the values.
 */
final class RuntimeBeans {
    /** The most records of a collection that have beans of their own; the collection's bean has all. */
    static final int MOST = 2_000;

    private final RecordCollections records;
    private final OpenRecords open;
    private final BeanNames names;
    private final Registered registered;
    private final JmxGate gate;
    private final Map<String, List<Action>> actions;
    private final Map<ObjectName, Map<String, @Nullable Object>> states = new HashMap<>();
    private Set<ObjectName> mine = new HashSet<>();

    RuntimeBeans(
            RecordCollections records,
            OpenRecords open,
            BeanNames names,
            Registered registered,
            JmxGate gate,
            Map<String, List<Action>> actions) {
        this.records = records;
        this.open = open;
        this.names = names;
        this.registered = registered;
        this.gate = gate;
        this.actions = Map.copyOf(actions);
    }

    /** Registers what has come, takes away what has gone, and tells of states that have changed. */
    void turn(long now) {
        Set<ObjectName> seen = new HashSet<>();
        for (String collection : records.names()) {
            Class<? extends Record> type = records.type(collection).orElse(null);
            if (type == null) {
                continue;
            }
            ObjectName whole = names.collection(collection);
            seen.add(whole);
            if (registered.get(whole) == null) {
                registered.add(whole, whole(collection, type));
            }
            int beans = 0;
            for (Map.Entry<String, Record> one : named(collection).entrySet()) {
                if (++beans > MOST) {
                    break;
                }
                ObjectName name = names.record(collection, one.getKey());
                seen.add(name);
                if (registered.get(name) == null) {
                    registered.add(name, record(collection, one.getKey(), type));
                }
                tell(name, one.getValue(), now);
            }
        }
        for (ObjectName gone : mine) {
            if (!seen.contains(gone)) {
                registered.remove(gone);
                states.remove(gone);
            }
        }
        mine = seen;
    }

    private Bean whole(String collection, Class<? extends Record> type) {
        Shown all = OpenRecords.array(open.whole(type));
        Map<String, Bean.Told> told = new LinkedHashMap<>();
        told.put("Count", new Bean.Told("How many there are.", SimpleType.INTEGER, false));
        told.put("Records", new Bean.Told("All of them.", all.type(), false));
        return Bean.readOnly(
                "What the server has of " + collection + " now.",
                told,
                () -> {
                    List<? extends Record> now = records.of(collection);
                    Map<String, @Nullable Object> values = new HashMap<>();
                    values.put("Count", now.size());
                    values.put("Records", all.of(now));
                    return values;
                },
                Map.of());
    }

    private Bean record(String collection, String name, Class<? extends Record> type) {
        Map<String, Shown> shown = new LinkedHashMap<>();
        open.components(type).forEach((component, as) -> shown.put(attribute(component), as));
        Subject subject = () -> {
            Record now = named(collection).get(name);
            if (now == null) {
                throw new Bean.Gone(name + " of " + collection);
            }
            return now;
        };
        Bean.Values values = () -> {
            Map<String, @Nullable Object> read = new HashMap<>();
            open.values(subject.now()).forEach((component, value) -> read.put(attribute(component), value));
            return read;
        };
        return Bean.readOnly(
                "One of " + collection + ": " + name + ".",
                told(type, shown),
                values,
                operations(gate, names.record(collection, name), subject, actions.getOrDefault(collection, List.of())));
    }

    /** The attributes, with what the record says of its components. */
    private static Map<String, Bean.Told> told(Class<? extends Record> type, Map<String, Shown> shown) {
        Map<String, Bean.Told> told = Bean.told(shown);
        for (RecordComponent component : type.getRecordComponents()) {
            Described described = component.getAnnotation(Described.class);
            if (described != null) {
                told.computeIfPresent(
                        attribute(OpenRecords.name(component)),
                        (name, one) -> new Bean.Told(described.value(), one.type(), one.writable()));
            }
        }
        return told;
    }

    /** Subject of a bean, which shows it. */
    @FunctionalInterface
    interface Subject {
        /** The record as it is now. */
        Record now() throws Bean.Gone;
    }

    /** Actions as operations of a bean. */
    static Map<String, Bean.Operation> operations(
            JmxGate gate, ObjectName bean, Subject subject, List<Action> actions) {
        Map<String, Bean.Operation> operations = new LinkedHashMap<>();
        for (Action action : actions) {
            Bean.Work work = action.changes()
                    ? given -> gate.change(
                            "INVOKE",
                            bean.toString(),
                            action.name(),
                            caller -> action.work().run(subject.now(), given, caller))
                    : given -> action.work().run(subject.now(), given, JmxGate.caller());
            operations.put(
                    action.name(),
                    new Bean.Operation(action.help(), action.parameters(), action.answer(), action.route(), work));
        }
        return operations;
    }

    /** The name of an attribute, as beans have them. */
    static String attribute(String component) {
        return component.substring(0, 1).toUpperCase(Locale.ROOT) + component.substring(1);
    }

    /**
     * The records that have a name no other has. Where a collection is one record without a name, such as the process, that is called
     * as the collection is.
     */
    private Map<String, Record> named(String collection) {
        List<? extends Record> all = records.of(collection);
        Map<String, Record> named = new LinkedHashMap<>();
        List<String> twice = new ArrayList<>();
        for (Record each : all) {
            String name = RecordIdentity.text(each);
            if (name.isEmpty() && all.size() == 1) {
                name = collection;
            }
            if (!name.isEmpty() && named.put(name, each) != null) {
                twice.add(name);
            }
        }
        twice.forEach(named::remove);
        return named;
    }

    /** Enums are states, and so is what is called so. */
    private void tell(ObjectName name, Record record, long now) {
        Bean bean = registered.get(name);
        if (bean == null) {
            return;
        }
        Map<String, @Nullable Object> before = states.get(name);
        Map<String, @Nullable Object> after = new HashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (component.getType().isEnum() || component.getName().equals("state")) {
                Object value = OpenRecords.read(record, component);
                String attribute = attribute(component.getName());
                String state = value == null ? null : value.toString();
                after.put(attribute, state);
                if (before != null && !Objects.equals(before.get(attribute), state)) {
                    bean.changed(now, attribute, String.class.getName(), before.get(attribute), state);
                }
            }
        }
        states.put(name, after);
    }
}
