package io.keelson.deploy.internal;

import io.keelson.base.work.ResourceSize;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Work managers that run work at once on the caller's thread; refuses two applications of one name. */
final class FakeWorkManagers implements WorkManagers {
    final AtomicInteger renewals = new AtomicInteger();
    final Set<String> open = ConcurrentHashMap.newKeySet();

    @Override
    public WorkManager standard() {
        return new Direct("standard");
    }

    @Override
    public WorkManager administration() {
        return new Direct("administration");
    }

    @Override
    public WorkManager named(String name) {
        throw new IllegalArgumentException(name);
    }

    @Override
    public WorkScope forApplication(String application) {
        if (!open.add(application)) {
            throw new IllegalStateException("there is one called " + application);
        }
        return new Scope(application);
    }

    @Override
    public ResourceSize dataSource(String name, int connections) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WorkBatch newBatch() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void renewThreads() {
        renewals.incrementAndGet();
    }

    private final class Scope implements WorkScope {
        private final String name;
        private final Direct standard;

        Scope(String name) {
            this.name = name;
            this.standard = new Direct(name);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public WorkManager standard() {
            return standard;
        }

        @Override
        public WorkManager named(String wanted) {
            return standard;
        }

        @Override
        public WorkScope inner(String inner, WorkDefinitions definitions) {
            return new Scope(name + '/' + inner);
        }

        @Override
        public void close() {
            open.remove(name);
        }
    }

    private record Direct(String name) implements WorkManager {
        @Override
        public boolean offer(Runnable work) {
            work.run();
            return true;
        }

        @Override
        public int load() {
            return 0;
        }
    }
}
