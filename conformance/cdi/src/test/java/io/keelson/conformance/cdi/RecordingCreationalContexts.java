package io.keelson.conformance.cdi;

import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.CDI;
import org.jboss.cdi.tck.spi.CreationalContexts;

/** Makes creational contexts of the container that note how they are called. */
public final class RecordingCreationalContexts implements CreationalContexts {
    @Override
    public <T> Inspectable<T> create(Contextual<T> contextual) {
        return new Recording<>(CDI.current().getBeanManager().createCreationalContext(contextual));
    }

    private static final class Recording<T> implements Inspectable<T> {
        private final CreationalContext<T> delegate;
        private Object last;
        private boolean pushed;
        private boolean released;

        Recording(CreationalContext<T> delegate) {
            this.delegate = delegate;
        }

        @Override
        public void push(T incomplete) {
            pushed = true;
            last = incomplete;
            delegate.push(incomplete);
        }

        @Override
        public void release() {
            released = true;
            delegate.release();
        }

        @Override
        public boolean isPushCalled() {
            return pushed;
        }

        @Override
        public Object getLastBeanPushed() {
            return last;
        }

        @Override
        public boolean isReleaseCalled() {
            return released;
        }
    }
}
