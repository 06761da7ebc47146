package io.keelson.ee.batch.night;

import jakarta.batch.api.Decider;
import jakarta.batch.runtime.StepExecution;

/** Chooses by the number of steps before it; no bean. */
public class Choice implements Decider {
    @Override
    public String decide(StepExecution[] executions) {
        return executions.length == 2 ? "BOTH" : "ONE";
    }
}
