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
    public Subsystem create(Services services) {
        return new Fountains(services);
    }

    private static final class Fountains implements Subsystem {
        private final RuntimeState state;
        private volatile Map<String, FountainSettings> settings;
        private volatile Map<String, FountainSettings> next = Map.of();

        Fountains(Services services) {
            state = services.get(RuntimeState.class);
            settings = services.get(Configuration.class).all(FountainSettings.class);
        }

        @Override
        public void start() {
            state.add("fountains", FountainRuntime.class, this::now);
        }

        private List<FountainRuntime> now() {
            return settings.entrySet().stream()
                    .map(one -> new FountainRuntime(
                            one.getKey(),
                            one.getValue().height(),
                            one.getValue().pause(),
                            7,
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
