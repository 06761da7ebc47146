package io.keelson.ejb.letter;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessInjectionTarget;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** An extension that notes what it is shown of the message-driven bean, and injects it itself. */
public class Shown implements Extension {
    private static final List<String> SHOWN = new CopyOnWriteArrayList<>();

    static List<String> all() {
        return SHOWN;
    }

    void type(@Observes ProcessAnnotatedType<Letters> event) {
        SHOWN.add("type");
    }

    void target(@Observes ProcessInjectionTarget<Letters> event) {
        SHOWN.add("target");
        event.setInjectionTarget(new Noting(event.getInjectionTarget()));
    }

    void bean(@Observes ProcessManagedBean<Letters> event) {
        SHOWN.add("managed bean");
    }

    private record Noting(InjectionTarget<Letters> target) implements InjectionTarget<Letters> {
        @Override
        public void inject(Letters instance, CreationalContext<Letters> context) {
            if (!SHOWN.contains("injected")) {
                SHOWN.add("injected");
            }
            target.inject(instance, context);
        }

        @Override
        public void postConstruct(Letters instance) {
            target.postConstruct(instance);
        }

        @Override
        public void preDestroy(Letters instance) {
            target.preDestroy(instance);
        }

        @Override
        public Letters produce(CreationalContext<Letters> context) {
            return target.produce(context);
        }

        @Override
        public void dispose(Letters instance) {
            target.dispose(instance);
        }

        @Override
        public Set<InjectionPoint> getInjectionPoints() {
            return target.getInjectionPoints();
        }
    }
}
