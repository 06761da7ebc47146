package io.keelson.cluster.singleton;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells the others: which services it could have now, and what it knows of some of them.
 *
 * @param ready the names of the services that it has and could activate
 * @param ledgers what it knows, by service
 */
record Notice(Set<String> ready, Map<String, Page> ledgers) {
    Notice {
        ready = Set.copyOf(ready);
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
