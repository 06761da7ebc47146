package io.keelson.admin.jmx;

import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.ModelDescription;
import io.keelson.kernel.config.SettingPath;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The beans of what is configured: one for each place where a section of the model is, with what is in force. A managed server shows
 * itself and what is of the whole domain, the admin server all servers. Confined to one thread, but for the values.
 */
final class ConfigurationBeans {
    private static final String SERVERS = "servers";

    private final Supplier<DomainConfiguration> inForce;
    private final String server;
    private final BeanNames names;
    private final Registered registered;
    private final JmxGate gate;
    private final ManagedBeans.@Nullable Edits edits;
    private final List<Section> sections;
    private Map<ObjectName, Place> shown = Map.of();
    private @Nullable DomainConfiguration seen;

    private record Section(SettingPath path, String help, Map<String, OpenSettings.Key> keys) {}

    private record Place(Section section, SettingPath path) {}

    /**
     * Beans of a server.
     *
     * @param edits null where nothing can be changed
     */
    ConfigurationBeans(
            Supplier<DomainConfiguration> inForce,
            String server,
            BeanNames names,
            Registered registered,
            JmxGate gate,
            ManagedBeans.@Nullable Edits edits) {
        this.inForce = inForce;
        this.server = server;
        this.names = names;
        this.registered = registered;
        this.gate = gate;
        this.edits = edits;
        this.sections = sections(inForce.get().model());
    }

    private static List<Section> sections(Model model) {
        List<?> described = ModelDescription.of(model).get("sections") instanceof List<?> list ? list : List.of();
        return described.stream()
                .map(each -> (Map<?, ?>) each)
                .map(section -> new Section(
                        SettingPath.parse(String.valueOf(section.get("path"))),
                        String.valueOf(section.get("help")),
                        OpenSettings.keys(section.get("keys") instanceof List<?> keys ? keys : List.of())))
                .toList();
    }

    /** Takes up another configuration where there is one: registers, takes away, and tells what has changed. */
    void turn(long now) {
        DomainConfiguration next = inForce.get();
        DomainConfiguration before = seen;
        if (next == before) {
            return;
        }
        Map<ObjectName, Place> places = new LinkedHashMap<>();
        for (Section section : sections) {
            places(section, next, SettingPath.ROOT, next.effective(SettingPath.ROOT), places);
        }
        shown.keySet().stream().filter(name -> !places.containsKey(name)).forEach(registered::remove);
        places.forEach((name, place) -> {
            Bean bean = registered.get(name);
            if (bean == null) {
                registered.add(name, bean(name, place));
            } else if (before != null) {
                tell(bean, place, before, next, now);
            }
        });
        shown = places;
        seen = next;
    }

    private void places(
            Section section,
            DomainConfiguration configuration,
            SettingPath at,
            @Nullable Object value,
            Map<ObjectName, Place> places) {
        if (!(value instanceof Map<?, ?> entries)) {
            return;
        }
        int depth = at.keys().size();
        if (depth == section.path().keys().size()) {
            places.put(names.configuration(at.toString()), new Place(section, at));
            return;
        }
        String key = section.path().keys().get(depth);
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            String name = String.valueOf(entry.getKey());
            boolean others = depth == 1 && at.keys().get(0).equals(SERVERS) && !name.equals(server) && edits == null;
            if ((key.equals("*") || key.equals(name)) && !others) {
                places(section, configuration, at.child(name), entry.getValue(), places);
            }
        }
    }

    private Bean bean(ObjectName name, Place place) {
        Map<String, Bean.Told> told = new LinkedHashMap<>();
        place.section()
                .keys()
                .forEach((attribute, key) -> told.put(
                        attribute,
                        new Bean.Told(key.help(), key.shown().type(), edits != null && key.single() && !key.secret())));
        return new Bean(
                place.section().help().isEmpty()
                        ? "What is configured at " + place.path() + "."
                        : place.section().help(),
                told,
                () -> values(place, inForce.get()),
                (attribute, value) -> set(name, place, attribute, value),
                Map.of());
    }

    private void set(ObjectName name, Place place, String attribute, Object value) throws Exception {
        OpenSettings.Key key = place.section().keys().get(attribute);
        ManagedBeans.Edits way = edits;
        if (key == null || way == null) {
            throw new IllegalArgumentException(attribute + " can only be read here");
        }
        gate.change("SET", name.toString(), attribute, caller -> {
            way.set(place.path().child(key.key()), value, caller);
            return null;
        });
    }

    private static Map<String, @Nullable Object> values(Place place, DomainConfiguration configuration)
            throws Bean.Gone {
        if (!(configuration.effective(place.path()) instanceof Map<?, ?> entries)) {
            throw new Bean.Gone(place.path().toString());
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        place.section().keys().forEach((attribute, key) -> values.put(attribute, key.of(entries)));
        return values;
    }

    private static void tell(Bean bean, Place place, DomainConfiguration before, DomainConfiguration after, long now) {
        try {
            Map<String, @Nullable Object> old = values(place, before);
            Map<String, @Nullable Object> fresh = values(place, after);
            place.section().keys().forEach((attribute, key) -> {
                if (key.single() && !Objects.equals(old.get(attribute), fresh.get(attribute))) {
                    bean.changed(
                            now,
                            attribute,
                            key.shown().type().getClassName(),
                            old.get(attribute),
                            fresh.get(attribute));
                }
            });
        } catch (Bean.Gone e) {
            JmxLog.LOG.debugf(e, "%s has come or gone", place.path());
        }
    }
}
