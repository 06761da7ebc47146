package io.keelson.session.store;

import io.keelson.servlet.spi.SessionState;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Function;

/**
 * The sessions that a store has in memory, as a live view of what it keeps of each: nothing is copied when they are looked through or
 * counted.
 */
public final class StatesInMemory<T> extends AbstractCollection<SessionState> {
    private final Collection<T> kept;
    private final Function<? super T, SessionState> state;

    /**
     * A view.
     *
     * @param kept what the store keeps of each session: as consistent as this is
     * @param state the session of one
     */
    public StatesInMemory(Collection<T> kept, Function<? super T, SessionState> state) {
        this.kept = kept;
        this.state = state;
    }

    @Override
    public Iterator<SessionState> iterator() {
        Iterator<T> all = kept.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public SessionState next() {
                return state.apply(all.next());
            }
        };
    }

    @Override
    public int size() {
        return kept.size();
    }
}
