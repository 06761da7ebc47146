package io.keelson.conformance.cdi;

import jakarta.enterprise.context.spi.Context;
import jakarta.enterprise.context.spi.CreationalContext;
import org.jboss.cdi.tck.spi.Contextuals;

/** Makes contextuals that note how they are called. */
public final class RecordingContextuals implements Contextuals {
    @Override
    public <T> Inspectable<T> create(T instance, Context context) {
        return new Recording<>(instance);
    }

    private static final class Recording<T> implements Inspectable<T> {
        private final T instance;
        private CreationalContext<T> created;
        private CreationalContext<T> destroyed;
        private T ended;

        Recording(T instance) {
            this.instance = instance;
        }

        @Override
        public T create(CreationalContext<T> context) {
            created = context;
            return instance;
        }

        @Override
        public void destroy(T given, CreationalContext<T> context) {
            ended = given;
            destroyed = context;
        }

        @Override
        public CreationalContext<T> getCreationalContextPassedToCreate() {
            return created;
        }

        @Override
        public T getInstancePassedToDestroy() {
            return ended;
        }

        @Override
        public CreationalContext<T> getCreationalContextPassedToDestroy() {
            return destroyed;
        }
    }
}
