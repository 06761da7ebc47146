package io.keelson.kernel.lifecycle;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A subsystem whose steps a test writes; it is its own factory, and notes every step in a journal. */
final class FakeSubsystem implements SubsystemFactory, Subsystem {
    private final String name;
    private final List<String> journal;
    private final Set<Class<?>> requires = new LinkedHashSet<>();
    private final Set<Class<?>> uses = new LinkedHashSet<>();
    private final Map<Class<?>, Object> provides = new HashMap<>();
    private final Map<String, Action> actions = new HashMap<>();
    private Services services;

    FakeSubsystem(String name, List<String> journal) {
        this.name = name;
        this.journal = journal;
    }

    /** What a step does. The deadline is null for steps that have none. */
    interface Action {
        void run(Deadline deadline) throws Exception;
    }

    FakeSubsystem requires(Class<?>... types) {
        requires.addAll(List.of(types));
        return this;
    }

    FakeSubsystem uses(Class<?>... types) {
        uses.addAll(List.of(types));
        return this;
    }

    <T> FakeSubsystem provides(Class<T> type, T service) {
        provides.put(type, service);
        return this;
    }

    FakeSubsystem on(String step, Action action) {
        actions.put(step, action);
        return this;
    }

    Services services() {
        return services;
    }

    private void step(String step, Deadline deadline) throws Exception {
        journal.add(step + " " + name);
        if (actions.containsKey(step)) {
            actions.get(step).run(deadline);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Class<?>> requires() {
        return requires;
    }

    @Override
    public Set<Class<?>> uses() {
        return uses;
    }

    @Override
    public Set<Class<?>> provides() {
        return provides.keySet();
    }

    @Override
    public Subsystem create(Services services) {
        this.services = services;
        return this;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // type and service were given together
    public void start() throws Exception {
        step("start", null);
        requires.forEach(services::get);
        for (Class type : new ArrayList<>(provides.keySet())) {
            if (provides.get(type) != null) {
                services.publish(type, provides.get(type));
            }
        }
    }

    @Override
    public void administer() throws Exception {
        step("administer", null);
    }

    @Override
    public void resume() throws Exception {
        step("resume", null);
    }

    @Override
    public void suspend(Deadline deadline) throws Exception {
        step("suspend", deadline);
    }

    @Override
    public void stop(Deadline deadline) throws Exception {
        step("stop", deadline);
    }

    @Override
    public void prepare(Configuration next) throws Exception {
        step("prepare", null);
    }

    @Override
    public void commit() {
        unchecked("commit");
    }

    @Override
    public void rollback() {
        unchecked("rollback");
    }

    private void unchecked(String step) {
        try {
            step(step, null);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
