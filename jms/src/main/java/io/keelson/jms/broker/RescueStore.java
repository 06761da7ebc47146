package io.keelson.jms.broker;

import io.keelson.jms.store.StoreRescue;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Program that copies what can be read of a damaged message store into a new one. Arguments: the directories of both. */
public final class RescueStore {
    /** Numbers by which those that were given may be greater than all that is known, whatever was lost. */
    private static final long LEAST_BEYOND = 1L << 20;

    private static final long MOST_BEYOND = 1L << 30;

    /** Bytes of the smallest record that says which numbers may have been given. */
    private static final int NUMBERS_BYTES = 32;

    static final StoreRescue.Rules RULES = new StoreRescue.Rules() {
        @Override
        public long leftOut() {
            return StoredMessages.CLEAN;
        }

        @Override
        public long numbers() {
            return StoredMessages.NUMBERS;
        }

        /** A million numbers for each record of this kind that the lost bytes may have had, as {@link JmsServer} gives them. */
        @Override
        public byte[] numbers(byte @Nullable [] known, long greatest, long lost) {
            long given = greatest + 1;
            if (known != null) {
                try {
                    given = StoredForm.read(known) instanceof StoredForm.Numbers numbers
                            ? Math.max(given, numbers.below())
                            : given;
                } catch (IllegalArgumentException e) {
                    given = greatest + 1;
                }
            }
            long beyond = lost == 0 ? 0 : Math.min(MOST_BEYOND, LEAST_BEYOND * (1 + lost / NUMBERS_BYTES));
            return new StoredForm.Numbers(given + beyond).bytes();
        }
    };

    private RescueStore() {}

    /** Says on standard output what was rescued, and what could not be read; ends with 1 where it fails. */
    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("Usage: RescueStore DAMAGED-DIRECTORY NEW-DIRECTORY");
            Runtime.getRuntime().exit(2);
        }
        try {
            StoreRescue.Rescued rescued = StoreRescue.rescue(Path.of(args[0]), Path.of(args[1]), RULES);
            rescued.damages().forEach(each -> System.out.println("Lost: " + each));
            System.out.println(rescued.records() + " records are in " + args[1] + ". Move " + args[0]
                    + " away, and that in its place. Messages whose acknowledgement was in a lost part come again.");
        } catch (IOException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().exit(1);
        }
    }
}
