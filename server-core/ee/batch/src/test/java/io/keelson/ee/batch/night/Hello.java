package io.keelson.ee.batch.night;

import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.api.BatchProperty;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

@Named
@Dependent
public class Hello extends AbstractBatchlet {
    @Inject
    private Greeter greeter;

    @Inject
    private JobContext job;

    @Inject
    private StepContext step;

    @Inject
    @BatchProperty
    private String name;

    @Inject
    @BatchProperty(name = "times")
    private int times;

    @Override
    public String process() {
        job.setExitStatus(greeter.greet(name) + " " + times + " in " + step.getStepName() + " of " + job.getJobName());
        return "GREETED";
    }
}
