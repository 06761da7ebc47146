package io.keelson.ecperf.corporate;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.EnumMap;
import java.util.Map;

/**
 * Draws keys. Each server takes blocks of them from the database, so that drawing one costs nothing as a rule. The lock of a {@code
 * Block} guards it. Keys that a transaction drew are not given back where it is rolled back.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Sequences {
    static final int BLOCK = 100;

    private final Map<Sequence, Block> blocks = new EnumMap<>(Sequence.class);

    @EJB
    private SequenceBlocks database;

    private static final class Block {
        private long next;
        private long end;
    }

    /** Gives each sequence a block of its own. */
    public Sequences() {
        for (Sequence sequence : Sequence.values()) {
            blocks.put(sequence, new Block());
        }
    }

    /** The next key. */
    public long next(Sequence sequence) {
        Block block = blocks.get(sequence);
        synchronized (block) {
            if (block.next == block.end) {
                block.next = database.take(sequence, BLOCK);
                block.end = block.next + BLOCK;
            }
            return block.next++;
        }
    }
}
