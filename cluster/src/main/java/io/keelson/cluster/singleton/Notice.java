package io.keelson.cluster.singleton;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * News of a server for the others: the services that it could have now, those that its applications bring, and its
 * knowledge of some of them.
 *
 * @param ready the names of the services that it has and could activate
 * @param brought what its applications bring, by service; null: it has not started them yet, and what it said in its run before
 *     holds
 * @param ledgers what it knows, by service
 */
record Notice(Set<String> ready, @Nullable Map<String, Description> brought, Map<String, Page> ledgers) {
    Notice {
        ready = Set.copyOf(ready);
        brought = brought == null ? null : new TreeMap<>(brought);
        ledgers = new TreeMap<>(ledgers);
    }

    /** A ledger as it is sent. */
    record Page(Collection<Turn> turns, Ledger.@Nullable Wish wish) {
        Page {
            turns = List.copyOf(turns);
        }

        static Page of(Ledger ledger) {
            return new Page(ledger.turns(), ledger.wish());
        }
    }
}
