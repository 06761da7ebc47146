package io.keelson.cluster.singleton;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells the others: which services it could have now, what its applications bring, and what it knows of some of
 * them.
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
