package fountains;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.ModelProvider;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.management.RuntimeState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A room as a later one will be: it names its record, shows its state, and takes changes. It knows nothing of administration. */
public final class FountainRoom implements ModelProvider, SubsystemFactory {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(FountainSettings.class);
    }

    @Override
    public String name() {
        return "fountains";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Fountains.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new Garden(services);
    }

    private static final class Garden implements Subsystem, Fountains {
        private final Services services;
        private final RuntimeState state;
        private final Map<String, Integer> playing = new ConcurrentHashMap<>();
        private volatile Map<String, FountainSettings> settings;
        private volatile Map<String, FountainSettings> next = Map.of();

        Garden(Services services) {
            this.services = services;
            state = services.get(RuntimeState.class);
            settings = services.get(Configuration.class).all(FountainSettings.class);
        }

        @Override
        public void start() {
            state.add("fountains", FountainRuntime.class, this::now);
            services.publish(Fountains.class, this);
        }

        @Override
        public boolean play(String name, int minutes) {
            boolean known = settings.containsKey(name);
            if (known) {
                playing.put(name, minutes);
            }
            return known;
        }

        @Override
        public List<FountainRuntime> now() {
            return settings.entrySet().stream()
                    .map(one -> new FountainRuntime(
                            one.getKey(),
                            one.getValue().height(),
                            one.getValue().pause(),
                            playing.getOrDefault(one.getKey(), 7),
                            one.getValue().lit(),
                            one.getValue().servers(),
                            Optional.empty()))
                    .toList();
        }

        @Override
        public void prepare(Configuration configuration) {
            next = configuration.all(FountainSettings.class);
        }

        @Override
        public void commit() {
            settings = next;
        }
    }
}
