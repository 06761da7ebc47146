package io.keelson.session.cluster;

import io.keelson.kernel.spi.replica.ReplicatedGroup;
import io.keelson.session.replica.Delta;
import io.keelson.session.replica.Image;
import io.keelson.session.replica.ReplicaEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Objects of a room that is not that of sessions, kept by the machines of sessions: each has one attribute, its state. Thread-safe. */
final class ObjectGroup implements ReplicatedGroup, Replication.Objects {
    private static final String STATE = "state";
    private static final int MOST_TRIES = 20;
    /** Longer than the machine lets a request wait. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

    private final Replication replication;
    private final Slots slots;
    private final Holder holder;
    private final Set<String> here = ConcurrentHashMap.newKeySet();

    ObjectGroup(Replication replication, String name, Holder holder) {
        this.replication = replication;
        this.holder = holder;
        this.slots = replication.of(name);
        if (slots.objects != null) {
            throw new IllegalStateException("the group of replicated objects '" + name + "' is open already");
        }
        slots.objects = this;
    }

    private Slot slot(String id) {
        return replication.slot(slots.application, id);
    }

    @Override
    public void create(String id) {
        here.add(id);
        replication.step(slot(id), new ReplicaEvent.Created());
    }

    @Override
    public boolean serves(String id) {
        Slot slot = here.contains(id) ? slots.byId.get(id) : null;
        return slot != null && slot.serves();
    }

    @Override
    public boolean obtain(String id, Function<byte[], Runnable> make) throws IOException {
        for (int i = 0; i < MOST_TRIES; i++) {
            Slot slot = slot(id);
            Answer answer = await(replication.ask(slot, ticket -> new ReplicaEvent.Requested(ticket, Set.of())));
            if (answer instanceof Answer.Absent) {
                return false;
            }
            if (answer instanceof Answer.Unreachable away) {
                throw new IOException(away.why());
            }
            if (answer instanceof Answer.Served && loaded(slot, id, make)) {
                return true;
            }
        }
        throw new IOException("it moves from server to server");
    }

    private boolean loaded(Slot slot, String id, Function<byte[], Runnable> make) {
        slot.loading.lock();
        try {
            if (here.contains(id)) {
                return true;
            }
            Image image = slot.image();
            byte[] state = image == null ? null : image.attributes().get(STATE);
            if (image == null || state == null) {
                return false;
            }
            Runnable keep = make.apply(state);
            return slot.keeps(image, () -> {
                here.add(id);
                keep.run();
            });
        } finally {
            slot.loading.unlock();
        }
    }

    private static Answer await(CompletableFuture<Answer> answer) {
        try {
            return answer.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Unreachable("the thread was interrupted");
        } catch (TimeoutException e) {
            return new Answer.Unreachable("the other servers do not answer");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public CompletionStage<Void> changed(String id, byte[] state) {
        // The version goes to the copy in any case: its answer says that this server still has the object.
        Delta delta = new Delta(new byte[0], unchanged(slot(id), state) ? Map.of() : Map.of(STATE, state));
        CompletableFuture<Answer> answer =
                replication.ask(slot(id), ticket -> new ReplicaEvent.Changed(ticket, delta), () -> here.contains(id));
        CompletableFuture<Void> done = new CompletableFuture<>();
        answer.whenComplete((said, failure) -> {
            if (said instanceof Answer.Kept) {
                done.complete(null);
            } else if (said instanceof Answer.Unreachable away) {
                done.completeExceptionally(new IOException(away.why()));
            } else {
                done.completeExceptionally(
                        new IOException("another server has it meanwhile, so that this change is lost", failure));
            }
        });
        return done;
    }

    /** Returns whether the object is here with that state. */
    private static boolean unchanged(Slot slot, byte[] state) {
        Image image = slot.image();
        return image != null && Arrays.equals(image.attributes().get(STATE), state);
    }

    @Override
    public boolean retire(Slot slot) {
        return here.contains(slot.session) && holder.retire(slot.session);
    }

    @Override
    public void retired(String id) {
        here.remove(id);
        replication.step(slot(id), new ReplicaEvent.Retired(null));
    }

    @Override
    public void release(Slot slot) {
        if (here.remove(slot.session)) {
            holder.release(slot.session);
        }
    }

    @Override
    public void remove(String id) {
        if (here.remove(id)) {
            replication.step(slot(id), new ReplicaEvent.Ended());
        }
    }

    @Override
    public List<String> places(String id) {
        Slot slot = slots.byId.get(id);
        List<String> places = new ArrayList<>();
        if (slot != null && here.contains(id)) {
            places.add(replication.snapshot().self().server());
            slot.secondary().ifPresent(places::add);
        }
        return places;
    }

    @Override
    public void close() {
        if (slots.objects == this) {
            slots.objects = null;
        }
        here.clear();
    }
}
