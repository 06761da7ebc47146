package io.keelson.jms.broker;

import io.keelson.jms.store.StoreRescue;
import java.io.IOException;
import java.nio.file.Path;

/** Program that copies what can be read of a damaged message store into a new one. Arguments: the directories of both. */
public final class RescueStore {
    private RescueStore() {}

    /** Says on standard output what was rescued, and what could not be read; ends with 1 where it fails. */
    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("Usage: RescueStore DAMAGED-DIRECTORY NEW-DIRECTORY");
            Runtime.getRuntime().exit(2);
        }
        try {
            StoreRescue.Rescued rescued = StoreRescue.rescue(Path.of(args[0]), Path.of(args[1]), StoredMessages.CLEAN);
            rescued.damages().forEach(each -> System.out.println("Lost: " + each));
            System.out.println(rescued.records() + " records are in " + args[1] + ". Move " + args[0]
                    + " away, and that in its place. Messages whose acknowledgement was in a lost part come again.");
        } catch (IOException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().exit(1);
        }
    }
}
